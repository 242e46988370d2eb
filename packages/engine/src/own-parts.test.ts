import { createOfflineExtractor } from '@memora/claims';
import type { CustomRetriever, Reranker } from '@memora/retrieval';
import { describe, expect, it } from 'vitest';
import { openMemory } from './open-memory.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

const NOTES = {
  'old.md': '# Old\n\nThe kiln of the shop runs at 900 degrees.\n',
  'new.md': '# New\n\nThe kiln of the shop runs at 950 degrees.\n',
  'glaze.md': '# Glaze\n\nA glaze for the kiln of the shop is mixed on Mondays.\n',
};
const QUESTION = 'How hot does the kiln of the shop run?';

async function setup(own: Omit<Parameters<typeof openMemory>[0], 'vault' | 'store'>) {
  const vault = await setupVault(NOTES);
  const memory = await openMemory({ vault: vault.root, env: vault.env, ...own });
  const { report } = await memory.index();
  return {
    memory,
    report,
    pathsOf: async () => (await memory.passages(QUESTION)).passages.map(({ passage }) => passage.notePath),
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
}

describe('a memory of a vault with parts of the caller’s own', () => {
  it('makes the claims that its extractor makes', async () => {
    const offline = createOfflineExtractor();
    const extractor = {
      ...offline,
      name: 'mine',
      extract: async (...given: Parameters<typeof offline.extract>) => {
        const made = await offline.extract(...given);
        return { ...made, claims: made.claims.map((claim) => ({ ...claim, predicate: 'says' })) };
      },
    };
    await using s = await setup({ extractor });
    const { claims } = await s.memory.claims.listClaims();
    expect(claims.map(({ predicate }) => predicate)).toEqual(['says', 'says', 'says']);
    expect(claims[0]?.extractor).toMatch(/^mine@/u);
  });

  it('finds what its retriever finds, for questions, passages and claims, and nothing where it finds nothing', async () => {
    const found: { id: string; score: number }[] = [];
    const retriever: CustomRetriever = { find: async () => found };
    await using s = await setup({ retriever });
    expect(await s.pathsOf()).toEqual([]);
    expect((await s.memory.query(QUESTION, { near: true })).hits).toEqual([]);
    const { claims } = await s.memory.claims.listClaims({ notePath: 'glaze.md' });
    found.push({ id: claims[0]?.id ?? '', score: 3 }, { id: 'nosuchclaim00000', score: 4 });
    expect(await s.pathsOf()).toEqual(['glaze.md']);
    expect((await s.memory.ask(QUESTION)).cleanText).toContain('mixed on Mondays');
    expect((await s.memory.query(QUESTION)).hits.map(({ claim }) => claim.notePath)).toEqual(['glaze.md']);
  });

  it('orders passages by its reranker; one that fails leaves their order and says so', async () => {
    const reranker: Reranker = {
      id: 'test',
      place: 'loopback',
      rerank: async (_, texts) =>
        texts.map((text) => (text.includes('950') ? 2 : text.includes('900') ? 1 : 0)),
    };
    await using s = await setup({ reranker });
    expect((await s.pathsOf()).slice(0, 2)).toEqual(['new.md', 'old.md']);
    await using worse = await setup({
      reranker: { ...reranker, rerank: () => Promise.reject(new Error('no index for 4711')) },
    });
    const page = await worse.memory.passages(QUESTION);
    expect(page.passages.length).toBeGreaterThan(1);
    expect(page.degradedReasons).toContain('rerank_reranker_failed');
  });

  it('has its methods in groups, too', async () => {
    await using s = await setup({});
    expect(await s.memory.review.timeline('Old')).toEqual(await s.memory.timeline('Old'));
    expect(await s.memory.privacy.audit()).toEqual(await s.memory.audit());
    expect((await s.memory.upkeep.doctor()).checks.length).toBeGreaterThan(1);
    expect(await s.memory.notes.readNote('old.md')).not.toBeNull();
  });
});
