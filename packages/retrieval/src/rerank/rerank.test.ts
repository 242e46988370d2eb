import { describe, expect, test } from 'vitest';
import { createRetriever } from '../create-retriever.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import type { Reranker } from './reranker.ts';

const NOTES = {
  'old.md': '---\ndate: 2020-01-01\n---\n# Old\n\nThe kiln of the old shop runs at 900 degrees.\n',
  'new.md': '---\ndate: 2026-01-01\n---\n# New\n\nThe kiln of the new shop runs at 950 degrees.\n',
  'far.md': '# Far\n\nA glaze for the kiln is mixed on Mondays.\n',
};
const paths = (hits: readonly { readonly claim: { readonly notePath: string } }[]) =>
  hits.map(({ claim }) => claim.notePath);

describe('a reranker', () => {
  const bySecondWord = (change: Partial<Reranker> = {}): Reranker => ({
    id: 'test',
    place: 'loopback',
    rerank: async (_, texts) => texts.map((text) => (text.includes('glaze') ? 1 : 0)),
    ...change,
  });
  const setup = async (reranker: Reranker) => {
    const v = await setupVault(NOTES);
    const retriever = createRetriever({ store: v.store, reranker });
    return {
      v,
      ask: (k = 3) => retriever.query('kiln of the old shop', { k }),
      [Symbol.asyncDispose]: () => v[Symbol.asyncDispose](),
    };
  };

  test('decides the order, of more than is wanted', async () => {
    await using s = await setup(bySecondWord());
    expect(paths((await s.ask(1)).hits)).toEqual(['far.md']);
  });

  test.each<[string, string, Reranker['rerank']]>([
    ['throws', 'RERANKER_FAILED', () => Promise.reject(new Error('kiln'))],
    ['returns too few', 'RERANKER_INVALID', async () => [1]],
    ['returns NaN', 'RERANKER_INVALID', async (_, texts) => texts.map(() => Number.NaN)],
  ])('that %s leaves the order as it was, with the reason', async (_, code, rerank) => {
    await using s = await setup(bySecondWord({ rerank }));
    const { hits, degradedReasons } = await s.ask();
    expect(hits[0]?.claim.notePath).toBe('old.md');
    expect(degradedReasons).toEqual([expect.stringMatching(`^rerank: ${code}`)]);
    expect(degradedReasons.join()).not.toContain('kiln');
  });
});
