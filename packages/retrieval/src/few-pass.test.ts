import { expect, it, onTestFinished } from 'vitest';
import { createRetriever } from './create-retriever.ts';
import { openWordTable } from './embed/open-word-table.ts';
import { createSqliteSource } from './source/create-sqlite-source.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { createVectorIndex } from './vector/create-vector-index.ts';

/** A note at the place of a memory, with more passages than a search reads at first. */
const MEMORY = 'semantic/memory/harbor/facts-0123456789ab.md';
const MANY = Array.from({ length: 2_100 }, (_, i) => `Relay ${i} of Harbor runs in Lisbon on port ${i}.\n`);
const ASKED = { memories: false, k: 12 } as const;
const QUESTIONS = [
  'Which relay of Harbor runs in Lisbon?',
  'Where is the crane of Harbor?',
  'Who paints the crane, and on which port does it run?',
  'relay 17',
  'Which of them is it?',
];
const NOTES = {
  'crane.md': '# Crane\n\nThe crane of Harbor is green.\n\nIda paints the crane in May.\n',
  'relays.md': 'The old relay of Harbor ran in Porto.\n\nRelay 17 was sold.\n',
};

async function setup(notes: Record<string, string>) {
  const vectors = createVectorIndex({ embedder: await openWordTable() });
  const vault = await setupVault({ [MEMORY]: MANY.join('\n'), ...notes }, { indexes: [vectors] });
  onTestFinished(() => vault[Symbol.asyncDispose]());
  await vectors.sync(vault.store);
  const ask = createRetriever({ store: vault.store, vectors, graph: false }).query;
  const found = async (question: string, asked: Parameters<typeof ask>[1] = ASKED) =>
    (await ask(question, asked)).hits.map(({ claim }) => claim.notePath);
  return { ...vault, ask, found };
}

it('finds the few claims beside many memories as a search does that passes over the memories', async () => {
  const { store, ask } = await setup(NOTES);
  const { few: _, ...source } = createSqliteSource(store);
  const plain = createRetriever({ source, graph: false });
  const byWords = createRetriever({ store, graph: false });
  for (const question of QUESTIONS) {
    const { hits } = await plain.query(question, ASKED);
    expect((await byWords.query(question, ASKED)).hits).toEqual(hits);
    const paths = hits.map(({ claim }) => claim.notePath);
    expect(paths).not.toContain(MEMORY);
    const words = new Set(hits.map(({ claim }) => claim.id));
    // Vectors also find other claims, but no memories.
    const all = (await ask(question, ASKED)).hits.map(({ claim }) => claim);
    expect([...words].filter((id) => !all.some((claim) => claim.id === id))).toEqual([]);
    expect(all.filter(({ notePath }) => notePath === MEMORY)).toEqual([]);
  }
});

it('finds nothing beside memories alone, a note as soon as it is indexed, and none that may not be seen', async () => {
  const { found, write, remove, index } = await setup({});
  const question = 'Where is the crane of Harbor?';
  expect(await found(question)).toEqual([]);
  expect(await found(question, { k: 3 })).toEqual([MEMORY, MEMORY, MEMORY]);
  write('crane.md', 'The crane of Harbor is in Oslo.\n');
  expect(await found(question)).toEqual([]);
  await index();
  expect(await found(question)).toEqual(['crane.md']);
  const open = { ...ASKED, bands: ['public', 'private'] } as const;
  expect(await found(question, open)).toEqual(['crane.md']);
  write('crane.md', '---\nprivacy: secret\n---\nThe crane of Harbor is in Oslo.\n');
  await index();
  expect(await found(question, open)).toEqual([]);
  write('crane.md', '---\nstatus: archived\n---\nThe crane of Harbor is in Oslo.\n');
  await index();
  expect(await found(question)).toEqual([]);
  write('crane.md', 'The crane of Harbor is in Oslo.\n');
  await index();
  expect(await found(question)).toEqual(['crane.md']);
  remove('crane.md');
  await index();
  expect(await found(question)).toEqual([]);
});
