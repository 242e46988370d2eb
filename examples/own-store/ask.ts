/**
 * Facts of a table of your own as a memory: no folder, no Markdown.
 *
 *   node ask.ts DATABASE put < facts.json
 *   node ask.ts DATABASE ask "what does Acme pay?"
 *   node ask.ts DATABASE check < answer.txt
 */

import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { openMemory } from '@memora/engine';
import { createFactSearch, createFactTable } from './fact-store.ts';

const [path, command, ...words] = process.argv.slice(2);
if (path === undefined || !['put', 'ask', 'check'].includes(command ?? '')) {
  console.error('usage: ask.ts DATABASE put|ask|check [QUESTION]');
  process.exit(2);
}
using db = new DatabaseSync(path);
await using memory = await openMemory({
  store: createFactTable(db),
  // Without it, Memora finds the facts by their words itself.
  ...(command === 'ask' ? { retriever: createFactSearch(db) } : {}),
});

if (command === 'put') {
  const { added, kept, failures } = await memory.put(JSON.parse(await text(process.stdin)));
  console.log(`${added} new claims, ${kept} known`);
  for (const { id, reason } of failures) console.log(`${id}: ${reason}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} else if (command === 'ask') {
  const { cleanText, report, abstained } = await memory.ask(words.join(' '), { k: 3 });
  console.log(abstained ? 'The table does not say.' : cleanText.trim());
  for (const { status, notePath } of report.checks) console.log(`${status}  row ${notePath}`);
} else {
  const { verdict, checks } = await memory.verify(await text(process.stdin));
  for (const { status, notePath } of checks) console.log(`${status}  row ${notePath}`);
  process.exitCode = verdict === 'verified' ? 0 : 1;
}
