/**
 * An embedder that shows a reader everything except secrets: `drive-memory.ts VAULT QUESTION…` asks about the current notes
 * and prints the answers, units, passages and refresh reports. `nameNotes` names the notes that the index is behind on.
 */
import { openMemory } from '@memora/engine';

const [vault = '', ...questions] = process.argv.slice(2);
await using memory = await openMemory({
  vault,
  env: { ...process.env, MEMORA_LLM_PROVIDER: 'none', MEMORA_EMBED_PROVIDER: 'local' },
});
const bands = ['public', 'private'] as const;
const { changed, behind, ...report } = await memory.refresh();
console.log(JSON.stringify({ refresh: { ...report, changed: changed.length, behind: behind.length } }));
const name = await memory.nameNotes([...new Set([...changed, ...behind])]);
console.log(JSON.stringify({ behind: [...changed, ...behind].map(name) }));
for (const question of questions) {
  console.log(JSON.stringify({ claims: await memory.query(question, { bands, k: 40 }) }));
  console.log(JSON.stringify({ passages: await memory.passages(question, { bands, k: 40 }) }));
  const { hits: _, report: checked, ...answer } = await memory.ask(question, { bands });
  console.log(JSON.stringify({ answer, verified: checked.verifiedCount }));
  console.log(JSON.stringify(await memory.ask(question, { bands, asOf: '2126-06-01' })));
}
