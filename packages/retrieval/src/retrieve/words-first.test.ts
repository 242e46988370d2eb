import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRetriever } from '../create-retriever.ts';
import { openWordTable } from '../embed/open-word-table.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { createVectorIndex } from '../vector/create-vector-index.ts';

const NOTES = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [
    `n${i}.md`,
    `# N${i}\n\nThe ${'abcdefghij'[i % 10]}x unit number ${i} is ready.\n`,
  ]),
);

test('where words found enough, the index file is not opened, and vectors order what was found', async () => {
  const vectors = createVectorIndex({ embedder: await openWordTable(), exactLimit: 5 });
  await using v = await setupVault(NOTES, { indexes: [vectors] });
  await vectors.sync(v.store);
  const ask = (question: string, k: number, wordsFirst: boolean) =>
    createRetriever({ store: v.store, vectors, wordsFirst, graph: false }).query(question, { k });
  rmSync(join(v.root, '.memora', 'vectors', 'claims.usearch'));
  expect((await ask('unit number', 5, false)).degraded).toBe(true);
  const { hits, degraded } = await ask('unit number', 5, true);
  expect(degraded).toBe(false);
  expect(hits).toHaveLength(5);
  expect(hits.map(({ why }) => why.legs)).toEqual(hits.map(() => ['lexical', 'vector']));
  // All notes contain the words, and there are no more of them, so the words leave room for other legs'
  // results.
  expect((await ask('unit number', 200, true)).degraded).toBe(true);
  expect((await ask('brontosaurus', 5, true)).degraded).toBe(true);
});

test('what is looked at alone of what words found gives the same hits as all of it, also where notes and passages repeat each other', async () => {
  const vectors = createVectorIndex({ embedder: await openWordTable() });
  const more = Object.fromEntries(
    Array.from({ length: 90 }, (_, i) => [
      `m${i}.md`,
      i % 3 === 0
        ? `The pump of hall ${i % 7} is ready. The unit beside it is ${i % 2 === 0 ? 'old' : 'new'}.\n`
        : `The ${i % 4 === 0 ? 'pump' : 'unit'} of hall ${i % 9} is ready.\n`,
    ]),
  );
  for (const notes of [NOTES, more, { ...NOTES, ...more }]) {
    await using v = await setupVault(notes, { indexes: [vectors] });
    await vectors.sync(v.store);
    const ask = (question: string, k: number, wordsFirst: boolean) =>
      createRetriever({ store: v.store, vectors, wordsFirst, graph: false, candidates: 40 }).query(question, {
        k,
      });
    for (const question of [
      'unit number',
      'Which pump is ready?',
      'the unit of hall 3',
      'number 17',
      'old pump',
    ])
      for (const k of [1, 3, 10, 15])
        expect(await ask(question, k, true)).toEqual(await ask(question, k, false));
  }
});
