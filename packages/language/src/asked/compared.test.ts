import { expect, it } from 'vitest';
import { readCompared } from './compared.ts';

it.each([
  ['How does a due date differ from a start date?', ['due'], ['start']],
  ['What is the difference between embeds and links?', ['embeds'], ['links']],
  ['vim vs nano', ['vim'], ['nano']],
  ['Was ist der Unterschied zwischen Ebbe und Flut?', ['ebbe'], ['flut']],
])('%j compares two things', (question, first, second) => {
  expect(readCompared(question)?.map((words) => words.filter((word) => word.length > 2))).toEqual([
    first,
    second,
  ]);
});

it('tells nothing where one thing is named', () => {
  expect(readCompared('compare editors')).toBeNull();
});
