import type { WireText } from '@memora/core';
import { describe, expect, test } from 'vitest';
import { createRetriever } from '../create-retriever.ts';
import { askInParts, type Decomposer } from '../retrieve/ask-in-parts.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import type { Reranker } from './reranker.ts';

const NOTES = {
  'old.md': '---\ndate: 2020-01-01\n---\n# Old\n\nThe kiln of the old shop runs at 900 degrees.\n',
  'new.md': '---\ndate: 2026-01-01\n---\n# New\n\nThe kiln of the new shop runs at 950 degrees.\n',
  'far.md': '# Far\n\nA glaze for the kiln is mixed on Mondays.\n',
};
const paths = (hits: readonly { readonly claim: { readonly notePath: string } }[]) =>
  hits.map(({ claim }) => claim.notePath);

describe('salience', () => {
  test('is off unless asked for; asked for, it orders and leaves nothing out', async () => {
    await using v = await setupVault(NOTES);
    const retriever = createRetriever({ store: v.store });
    const ask = (salience?: { now: Date; weight: number }) =>
      retriever.query('kiln of the old shop', { k: 3, ...(salience && { salience }) });
    const plain = (await ask()).hits;
    expect(plain[0]?.claim.notePath).toBe('old.md');
    const recent = (await ask({ now: new Date('2026-01-02'), weight: 0.9 })).hits;
    expect(recent[0]?.claim.notePath).toBe('new.md');
    expect(paths(recent).sort()).toEqual(paths(plain).sort());
  });
});

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

describe('a question taken apart', () => {
  const decomposer = (parts: Decomposer['decompose']): Decomposer => ({
    place: 'loopback',
    decompose: parts,
  });

  test('is asked whole and in parts, and the hits are joined', async () => {
    await using v = await setupVault(NOTES);
    const retriever = createRetriever({ store: v.store });
    const seen: WireText[] = [];
    const split = decomposer(async (question) => {
      seen.push(question);
      return ['when is the glaze mixed', ' ', 'when is the glaze mixed'];
    });
    const { hits } = await askInParts(retriever, 'old shop degrees', split, { k: 3 });
    expect(paths(hits)).toContain('far.md');
    expect(paths(hits)).toContain('old.md');
    expect(seen).toEqual(['old shop degrees']);
  });

  test('by a model that fails is asked whole, and says so without its words', async () => {
    await using v = await setupVault(NOTES);
    const retriever = createRetriever({ store: v.store });
    const broken = decomposer(() => Promise.reject(new Error('old shop')));
    const result = await askInParts(retriever, 'old shop degrees', broken, { k: 3 });
    expect(result.hits).toEqual((await retriever.query('old shop degrees', { k: 3 })).hits);
    expect(result.degradedReasons).toEqual([expect.stringMatching(/^decomposition: FAILED/)]);
    expect(result.degradedReasons.join()).not.toContain('shop');
  });
});
