import type { CandidatePlan } from '@memora/retrieval/internal';
import { expect, it } from 'vitest';
import { createPostingFinder } from './find-by-postings.ts';
import { nothingLasting } from './lasting-rows.ts';
import { createScopeKeys } from './scope-keys.ts';

/** The lists of terms, rarities and bits that a plan sends. */
async function sentFor(plan: CandidatePlan): Promise<readonly unknown[][]> {
  const sent: unknown[][] = [];
  const refuse = () => Promise.reject(new Error('nothing else is asked'));
  const finder = createPostingFinder(
    {
      run: refuse,
      query: refuse,
      rows: refuse,
      ask: async (_, values) => {
        sent.push(values.slice(1, 7) as unknown[]);
        return [];
      },
    },
    createScopeKeys([{ id: 1, kind: 'workspace', owner: '', epoch: 1, publishedAt: null }]),
    () => ({ documents: 1000, averageLength: 9, documentsOf: (term) => term.length }),
    nothingLasting(),
  );
  await finder.ranked(plan, 150);
  return sent[0] as unknown[][];
}

it('reads the postings of a word once, whatever number of pairs it is in, and counts it for each of them', async () => {
  const pairs: CandidatePlan = {
    anyOf: ['rare', 'rare', 'other'],
    together: [
      { first: ['a'], others: ['bb', 'ccc'] },
      { first: ['bb'], others: ['ccc'] },
    ],
    rarest: null,
    rest: null,
    cut: true,
  };
  const [terms, rarities, first, others, any, ofAny] = await sentFor(pairs);
  const rarityOf = (count: number) => Math.log((1000 - count + 0.5) / (count + 0.5));
  expect(terms).toHaveLength(3);
  expect(new Set(terms).size).toBe(3);
  expect(rarities).toEqual([rarityOf(1), 2 * rarityOf(2), 2 * rarityOf(3)]);
  expect([first, others]).toEqual([
    [1, 2, 0],
    [0, 1, 3],
  ]);
  expect([any?.length, ofAny]).toEqual([2, [2 * rarityOf(4), rarityOf(5)]]);
});
