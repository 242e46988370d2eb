import { expect, it } from 'vitest';
import { readPairs, runPair, scorePairs } from './score-pairs.ts';

it('finds the conflicts of the held-out pairs through the whole path, and few that are none', async () => {
  const pairs = (await readPairs()).filter(({ split }) => split === 'held-out');
  expect(pairs.length).toBeGreaterThanOrEqual(100);
  const outcomes = [];
  for (const pair of pairs) outcomes.push(await runPair(pair));
  const { precision, recall } = scorePairs(outcomes);
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.8);
});
