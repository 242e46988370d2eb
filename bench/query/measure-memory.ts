/**
 * The memory of a process that answers questions: `node measure-memory.ts <folder of a filled store>`,
 * questions as lines on stdin. Prints its resident memory in MiB after the last answer, and its maximum.
 */
import { createInterface } from 'node:readline';
import { openClaimStore } from '@memora/claims';
import { createRetriever, createVectorIndex, openWordTable } from '@memora/retrieval';

const vectors = createVectorIndex({ embedder: await openWordTable() });
await using store = await openClaimStore({ path: `${process.argv[2]}/memora.db`, readonly: true });
const retriever = createRetriever({ store, vectors });
for await (const question of createInterface({ input: process.stdin })) {
  const { degradedReasons } = await retriever.query(question, { k: 10 });
  if (degradedReasons.length > 0) throw new Error(degradedReasons.join('; '));
}
const now = process.memoryUsage().rss / 2 ** 20;
console.log(JSON.stringify({ now, highest: process.resourceUsage().maxRSS / 1024 }));
