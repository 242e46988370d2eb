import { expect, test } from 'vitest';
import { choosePage } from './choose-page.ts';

const WEIGHTS = { floor: 0.5, asGood: 0.4 };
const found = (score: number, coverage: number) => ({ score, coverage });

test('a page holds what holds enough of the question and is nearly as good as the best', () => {
  const best = found(1, 0.8);
  const other = found(0.5, 0.5);
  expect(choosePage([best, found(0.9, 0.4), other, found(0.3, 1)], WEIGHTS)).toEqual([best, other]);
  expect(choosePage([], WEIGHTS)).toEqual([]);
});

test('nothing is on a page whose best holds too little, whatever stands behind it', () => {
  const list = [found(1, 0.4), found(0.9, 1)];
  expect(choosePage(list, WEIGHTS)).toEqual([]);
  // If two lists alternate, each has a best passage.
  expect(choosePage(list, WEIGHTS, 2)).toEqual(list.slice(1));
});
