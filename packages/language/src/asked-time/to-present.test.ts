import { expect, it } from 'vitest';
import { toPresent } from './to-present.ts';

it.each([
  ['Who led Kestrel?', 'Who lead Kestrel?'],
  ['Wer fuhr den Bus?', 'Wer fährt den Bus?'],
  ['Who leads Kestrel?', null],
  ['', null],
])('%j → %j', (question, present) => {
  expect(toPresent(question)).toBe(present);
});
