import { expect, it } from 'vitest';
import type { Candidate } from './diversify.ts';
import { preferAskedKind } from './prefer-asked-kind.ts';

const candidate = (key: number, score: number): Candidate => ({
  key,
  id: `c${key}`,
  score,
  note: key,
  said: null,
});
const SAID = { saidAt: '2026-01-01T10:00:00Z' };

/** The order of two texts that were found alike, the first a little better. */
function order(question: string, texts: readonly string[], saidAt: string | null = SAID.saidAt): number[] {
  const found = texts.map((_, i) => candidate(i, 1 - i / 20));
  return preferAskedKind(found, question, new Map(texts.entries()), () => ({ saidAt }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ key }) => key);
}

it.each([
  ['How much is the road trip?', 'I signed up for the road trip.', 'The road trip costs 37 euros.'],
  ['How many laps do I swim?', 'I swim laps in the lake.', 'I am at twelve laps.'],
  ['When is my exam?', 'My exam worries me.', 'My exam is on 3 May.'],
  ['Which day do I meet my niece?', 'My niece and I meet there these days.', 'I meet my niece on Fridays.'],
  ['On which day of the week is the exam?', 'The exam is in 12 weeks.', 'We have the exam on Sundays.'],
  ['Who looks after my boat?', 'My boat lies in the harbour.', 'Ida looks after my boat.'],
  [
    'Who looks after the Kestrel with me?',
    'The Kestrel lies in the harbour.',
    'Ida looks after the Kestrel.',
  ],
])('%j: what can be what is asked for stands first', (question, other, fitting) => {
  expect(order(question, [other, fitting])).toEqual([1, 0]);
});

it('leaves what asks for nothing of a kind, what an assistant said, and notes in their order', () => {
  const texts = ['The road trip is soon.', 'The road trip costs 37 euros with Ida since 3 May.'];
  expect(order('Where does the road trip lead?', texts)).toEqual([0, 1]);
  expect(order('How much did you say the road trip is?', texts)).toEqual([0, 1]);
  expect(order('How much is the road trip?', texts, null)).toEqual([0, 1]);
});
