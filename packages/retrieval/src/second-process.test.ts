import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createRetriever } from './create-retriever.ts';
import { openWordTable } from './embed/open-word-table.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { createVectorIndex } from './vector/create-vector-index.ts';

const READER = fileURLToPath(new URL('./testing-fixtures/ask-while-indexing.ts', import.meta.url));

/** A process that only reads the database and answers questions from it. */
function openReader(path: string) {
  const child = spawn(process.execPath, ['--conditions=memora-source', '--no-warnings', READER, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (question: string) => {
      child.stdin.write(`${question}\n`);
      const { value } = await answers.next();
      return JSON.parse(value as string) as { found: unknown[]; degradedReasons: string[] };
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

const note = (name: string, i: number) =>
  `# ${name}\n\nThe ${name} pump number ${i} runs at ${i + 3} bar.\n\nThe physician of ${name} recommends rest.\n`;
const NOTES = Object.fromEntries(
  Array.from({ length: 20 }, (_, i) => [`p/n${i}.md`, note(`Harbour ${i}`, i)]),
);
const QUESTIONS = ['which pump runs at 9 bar', 'doctor of Harbour 7', '"pump number 12"', 'harbor'];

describe('a read-only second process', () => {
  test('gives to the last digit what the writer gives, while the writer indexes and after', async () => {
    const vectors = createVectorIndex({ embedder: await openWordTable(), exactLimit: 20 });
    await using v = await setupVault(NOTES, { indexes: [vectors] });
    await vectors.sync(v.store);
    const own = createRetriever({ store: v.store, vectors });
    const ask = async (question: string) => {
      const { hits, degradedReasons } = await own.query(question, { k: 5 });
      return { found: hits.map(({ claim, score, why }) => ({ id: claim.id, score, why })), degradedReasons };
    };
    await using reader = openReader(v.store.path);
    for (const question of QUESTIONS) expect(await reader.ask(question)).toEqual(await ask(question));

    // During an uncommitted write, the reader sees the state before it and is not blocked.
    const question = QUESTIONS[0] as string;
    const before = await ask(question);
    v.store.database.exec(
      'BEGIN IMMEDIATE; DELETE FROM lexical_fts; DELETE FROM vector_block; DELETE FROM claim',
    );
    expect(await reader.ask(question)).toEqual(before);
    v.store.database.exec('ROLLBACK');

    for (let i = 100; i < 160; i++) v.write(`q/n${i}.md`, note(`Quarry ${i}`, i));
    let done = false;
    const indexing = v.index().then(() => {
      done = true;
    });
    const exact = QUESTIONS[2] as string;
    const [best] = (await ask(exact)).found;
    do {
      const { found, degradedReasons } = await reader.ask(exact);
      expect(found[0]).toMatchObject({ id: best?.id });
      expect(degradedReasons).toEqual([]);
    } while (!done);
    await indexing;
    await vectors.sync(v.store);
    for (const each of [...QUESTIONS, 'Quarry 142 pump'])
      expect(await reader.ask(each)).toEqual(await ask(each));
  });
});
