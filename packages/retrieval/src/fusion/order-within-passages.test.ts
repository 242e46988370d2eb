import { expect, it } from 'vitest';
import type { Candidate } from './diversify.ts';
import { orderWithinPassages } from './order-within-passages.ts';

const candidate = (key: number, score: number): Candidate => ({
  key,
  id: `c${key}`,
  score,
  said: null,
});
const keysOf = (candidates: readonly Candidate[]) =>
  [...candidates].sort((a, b) => b.score - a.score).map(({ key }) => key);

const IN_ONE = new Map([1, 2, 3].map((key) => [key, { key: 7 }]));

it('puts the claim of a passage first that holds the words itself', () => {
  const ordered = orderWithinPassages(
    [candidate(1, 0.93), candidate(2, 0.9), candidate(4, 0.91)],
    IN_ONE,
    new Map([
      [1, 0.5],
      [2, 0.6],
      [4, 0.1],
    ]),
  );
  expect(keysOf(ordered)).toEqual([2, 4, 1]);
});

it('keeps the order of the legs where a passage does not tell its claims apart, and whoever stands in none', () => {
  const candidates = [candidate(1, 0.9), candidate(2, 0.8), candidate(5, 0.7)];
  const level = new Map([1, 2, 5].map((key) => [key, 0.5]));
  expect(orderWithinPassages(candidates, IN_ONE, level)).toEqual(candidates);
  expect(orderWithinPassages(candidates, new Map(), new Map())).toEqual(candidates);
});
