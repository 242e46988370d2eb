import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { rankPages } from './rank-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('the search of the site shows a right page among the first three for words that people type', () => {
  const ranks = rankPages(root);
  expect(ranks.length).toBeGreaterThanOrEqual(20);
  expect(ranks.filter(({ rank }) => rank === null || rank > 3)).toEqual([]);
  expect(ranks.filter(({ rank }) => rank !== 1).length).toBeLessThanOrEqual(ranks.length / 10);
});
