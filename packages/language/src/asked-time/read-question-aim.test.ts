import { expect, it } from 'vitest';
import { readQuestionAim } from './read-question-aim.ts';

/** What is left of a question without the words that say what it wants. */
function subjectOf(question: string): string {
  const { spans = [] } = readQuestionAim(question) ?? {};
  return spans
    .toSorted((a, b) => b[0] - a[0])
    .reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), question)
    .replace(/[\s?,.]+/gu, ' ')
    .trim();
}

it.each([
  ['How did the rent change?', 'the rent'],
  ['How has the rent changed over the years?', 'the rent'],
  ['What is the history of the rent?', 'the rent'],
  ['What happened to the rent?', 'the rent'],
  ['The rent, then and now', 'The rent'],
  ['Timeline of the rent', 'the rent'],
  ['Wie hat sich die Miete verändert?', 'sich die Miete'],
  ['¿Cómo ha cambiado el alquiler?', '¿ el alquiler'],
  ['История аренды', 'аренды'],
])('%s asks for a history', (question, subject) => {
  expect(readQuestionAim(question)?.aim).toBe('history');
  expect(subjectOf(question)).toBe(subject);
});

it.each([
  'When did we stop using Jenkins?',
  'Since when is the office in Porto?',
  'Seit wann gilt das?',
  'Depuis quand ?',
  'Когда это было?',
  '언제부터 그랬나',
])('%s asks for a date', (question) => {
  expect(readQuestionAim(question)?.aim).toBe('date');
});

it.each([
  'Who owns the roadmap?',
  'How do I change the theme?',
  'What changed?',
  'Where is the change log?',
  '',
])('%j asks for neither', (question) => {
  expect(readQuestionAim(question)).toBeNull();
});

it('tells a history from what became of a thing', () => {
  expect(readQuestionAim('How did the club change?')).toMatchObject({ aim: 'history', isSequence: true });
  expect(readQuestionAim('What happened to the club?')).toMatchObject({ aim: 'history', isSequence: false });
});
