import { indexVault, openClaimStore } from '@memora/claims';
import { openVault } from '@memora/vault';
import { describe, expect, test } from 'vitest';
import type { Embedder } from '../embed/embedder.ts';
import { openWordTable } from '../embed/open-word-table.ts';
import { createLexicalIndex } from '../lexical/tables/create-lexical-index.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { createSetWriter } from './create-set-writer.ts';
import { createVectorIndex } from './create-vector-index.ts';

const NOTES = {
  'a.md': '# Harbour\n\nThe boat leaves at nine.\n\nA car waits at the gate.\n',
  'b.md': '# Kitchen\n\nThe soup needs salt.\n\nThe physician recommends rest.\n',
  'secret.md': '---\nprivacy: secret\n---\n# Hidden\n\nThe vault code is zyzzyva.\n',
};

/** A real embedder, small and deterministic: one dimension per letter of the alphabet. */
function createLetterEmbedder(change: Partial<Embedder> = {}): Embedder & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    id: 'letters',
    version: '1',
    dimensions: 26,
    place: 'cloud-embedder',
    seen,
    embed: async (texts) => {
      seen.push(...texts);
      return texts.map((text) => {
        const vector = new Float32Array(26);
        for (const letter of text.toLowerCase().match(/[a-z]/gu) ?? [])
          vector[letter.charCodeAt(0) - 97]! += 1;
        return vector;
      });
    },
    ...change,
  };
}

describe('a process that has no embedder', () => {
  test.each([
    ['computes on the spot', () => openWordTable()],
    ['is asked', () => Promise.resolve(createLetterEmbedder())],
  ])('keeps the vectors of one that %s, and leaves it what is new', async (_, open) => {
    const embedder = await open();
    const vectors = createVectorIndex({ embedder });
    await using v = await setupVault(NOTES, { indexes: [vectors] });
    await vectors.sync(v.store);
    const { path } = v.store;
    const vault = await openVault(v.root);
    const count = () =>
      v.store.database
        .prepare('SELECT (SELECT sum(vectors) FROM vector_count), (SELECT count(*) FROM vector_pending)')
        .raw()
        .get();
    const run = async () => {
      const waiting = createSetWriter();
      await using store = await openClaimStore({ path, indexes: [createLexicalIndex(), waiting.index] });
      await indexVault({ vault, store });
      return waiting.missing(store).some(({ texts }) => texts > 0);
    };
    expect(await run()).toBe(false);
    expect(count()).toEqual([4, 0]);
    v.write('new.md', '# New\n\nThe kiln is cold.\n\nThe anvil is warm.\n');
    v.remove('a.md');
    expect(await run()).toBe(true);
    expect(count()).toEqual([2, 2]);
    // No text waits for a claim that is gone, or that was embedded when it was written.
    v.write('new.md', '# Fresh\n\nThe kiln is cold.\n');
    await v.index();
    expect(count()).toEqual(embedder.embedNow ? [3, 0] : [2, 1]);
    await vectors.sync(v.store);
    expect(count()).toEqual([3, 0]);
    expect(v.store.indexStatus.isComplete('vector')).toBe(true);
  });

  test('makes none in a store without vectors, so that an embedder that comes later gets every claim', async () => {
    await using v = await setupVault(NOTES, { indexes: [createSetWriter().index] });
    const { path } = v.store;
    const writer = createSetWriter();
    await using store = await openClaimStore({ path, indexes: [createLexicalIndex(), writer.index] });
    expect(writer.missing(store)).toEqual([]);
    const letters = createLetterEmbedder();
    writer.follow(store, { target: letters, known: [] });
    await indexVault({ vault: await openVault(v.root), store });
    expect(writer.missing(store)).toMatchObject([{ set: { embedder: 'letters' }, texts: 4 }]);
  });
});

describe('a text that is changed while it is embedded', () => {
  test('is embedded again, as it is now', async () => {
    const letters = createLetterEmbedder();
    let change: (() => Promise<void>) | null = null;
    const slow = createLetterEmbedder({
      embed: async (texts, options) => {
        const edit = change;
        change = null;
        await edit?.();
        return letters.embed(texts, options);
      },
    });
    const vectors = createVectorIndex({ embedder: slow });
    await using v = await setupVault(NOTES, { indexes: [vectors] });
    change = async () => {
      v.write('a.md', NOTES['a.md'].replace('Harbour', 'Port'));
      await v.index();
    };
    await vectors.sync(v.store);
    expect(letters.seen).toContain('Harbour. The boat leaves at nine.');
    expect(letters.seen).toContain('Port. The boat leaves at nine.');
    expect(vectors.status(v.store)).toMatchObject({ state: 'ready', vectors: 4, pending: 0 });
  });
});
