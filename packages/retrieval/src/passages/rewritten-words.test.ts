import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

// Indexing loads every stemmer. A process that only asks questions loads those of the question.
const ASK = `
import { openClaimStore } from '@memora/claims';
import { createRetriever } from './src/create-retriever.ts';
const [path, question, words] = process.argv.slice(1);
const store = await openClaimStore({ path });
const { hits } = await createRetriever({ store }).passages(question, { words });
console.log(JSON.stringify(hits.map(({ passage }) => passage.notePath)));
await store.close();
`;

test('words of a rewritten question that look like another language are looked for in a process that only asks', async () => {
  await using v = await setupVault({ 'a.md': 'The export keeps the encoding of every file as it is.\n' });
  const path = join(v.root, '.memora', 'memora.db');
  // On their own they look Italian.
  const words =
    'character encoding encodings UTF-8 utf8 unicode lossy conversion non-UTF8 text filenames plans change behavior future support charset strings';
  const question = 'What happens to files with other encodings?';
  const args = ['--conditions=memora-source', '--input-type=module', '-e', ASK, path, question, words];
  const told = execFileSync(process.execPath, args, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
  });
  expect(JSON.parse(told)).toEqual(['a.md']);
});
