/**
 * A separate reading process: `node ask-while-indexing.ts <database>`. Each line on stdin is a question; each line on stdout is JSON with the ids
 * found, the legs and the reasons.
 */
import { createInterface } from 'node:readline';
import { openClaimStore } from '@memora/claims';
import { createRetriever } from '../create-retriever.ts';
import { openWordTable } from '../embed/open-word-table.ts';
import { createVectorIndex } from '../vector/create-vector-index.ts';

const vectors = createVectorIndex({ embedder: await openWordTable(), exactLimit: 20 });
await using store = await openClaimStore({ path: process.argv[2] as string, readonly: true });
const retriever = createRetriever({ store, vectors });
for await (const question of createInterface({ input: process.stdin })) {
  const { hits, degradedReasons } = await retriever.query(question, { k: 5 });
  const found = hits.map(({ claim, score, why }) => ({ id: claim.id, score, why }));
  process.stdout.write(`${JSON.stringify({ found, degradedReasons })}\n`);
}
