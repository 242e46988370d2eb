import { expect, it } from 'vitest';
import { preferSameWords } from './prefer-same-words.ts';

const texts = new Map([
  [
    1,
    'The rent of the hall where we practise on Thursdays is paid by the choir, and the caretaker waters the plants.',
  ],
  [2, 'My rent is 900 now.'],
  [3, 'My rent is a line of a note.'],
]);
const candidates = [1, 2, 3].map((key) => ({ key, note: key, score: 0.8, id: `c${key}` }) as never);
const voiceOf = (key: number) => ({ saidAt: key === 3 ? null : '2026-01-01T00:00:00Z' });
const order = (question: string) =>
  preferSameWords(candidates, question, texts, voiceOf).map(({ score }) => score);

it('prefers a short turn in the words of a question about the user to a long one that holds one of them', () => {
  const [long, short, note] = order('What is my rent?') as [number, number, number];
  expect(short).toBeGreaterThan(long);
  expect(note).toBe(0.8);
});

it('leaves what is asked of nobody, and what shares no word, as it is', () => {
  expect(order('What did you tell me about the hall?')).toEqual([0.8, 0.8, 0.8]);
  expect(order('How old am I?')).toEqual([0.8, 0.8, 0.8]);
});

it('takes what a turn tells by its form for what is asked: whoever works as something has that job', () => {
  const said = new Map([
    [1, 'The job interview went well, I could sleep for a week.'],
    [2, 'My aunt works as a tram driver now. What could I give her?'],
  ]);
  const [interview, aunt] = preferSameWords(
    candidates.slice(0, 2),
    'What is the job of my aunt?',
    said,
    voiceOf,
  ).map(({ score }) => score) as [number, number];
  expect(aunt).toBeGreaterThan(interview);
});
