import type { Connection } from '../connect/connection.ts';
import { openBlob, type Sealing } from '../notes/seal-blob.ts';
import { ask } from '../queries/ask.ts';

/** Returns true if a note, given by its path in the scope and its bytes, says the same as the new memory. */
export type Repeats = (path: string, bytes: Uint8Array) => boolean;

/** Maximum number of memories that are compared. A principal saves fewer between two publications. */
const MOST_COMPARED = 200;

/**
 * Finds another memory that the principal's agents have saved just now and that says the same as the one at
 * `path`. Published memories were compared before; this one may not be published yet. Call it after the
 * write: before the write, another server could still save one, while afterwards the database makes that
 * server wait.
 */
export async function findRepeated(
  db: Connection,
  scope: number,
  { path: own, author }: { readonly path: string; readonly author: string },
  { repeats, ...sealing }: Sealing & { readonly repeats: Repeats },
): Promise<{ readonly path: string; readonly version: number } | null> {
  const rows = await ask(db, 'newMemories', scope, author, own, MOST_COMPARED);
  for (const { path, version, ...blob } of rows) {
    // A memory that this server cannot decrypt is not compared.
    if (blob.sealed && sealing.codec === undefined) continue;
    if (repeats(path, openBlob(path, blob, sealing))) return { path, version };
  }
  return null;
}
