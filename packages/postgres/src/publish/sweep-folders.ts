import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listFolder, placeAt, removeFile, removeFolder } from '@memora/privacy/files';
import type { ConnectionSource } from '../connect/connection.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { ask } from '../queries/ask.ts';
import { callFunction } from '../queries/call-function.ts';
import { scopeFolder, scopeOfFolder } from './scope-folder.ts';

const EVERY_MS = 60_000;

/**
 * Creates a cleanup that a worker calls in every round. Once a minute it removes its folders of erased scopes, and staged pushes older than a day. A folder
 * is a copy of the database, so anything the database lacks is removed.
 */
export function createFolderSweep(
  folder: string,
  now: () => number = Date.now,
): (database: { readonly source: ConnectionSource }) => Promise<number> {
  let next = 0;
  return async ({ source }) => {
    if (now() < next) return 0;
    const ids = foldersOf(folder);
    const gone = ids.length === 0 ? [] : await findErased(source, ids);
    for (const id of gone) removeAll(scopeFolder(folder, id));
    await transactionAs(source, { role: 'publish', scope: null }, (db) =>
      callFunction(db, 'clear_staged', Buffer.alloc(0)),
    );
    next = now() + EVERY_MS;
    return gone.length;
  };
}

async function findErased(source: ConnectionSource, ids: readonly number[]): Promise<readonly number[]> {
  const rows = await transactionAs(source, { role: 'publish', scope: null }, (db) =>
    ask(db, 'scopesThatStand', ids),
  );
  const standing = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !standing.has(id));
}

function foldersOf(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) => scopeOfFolder(name) ?? []);
  } catch {
    // The folder does not exist before the first round.
    return [];
  }
}

function removeAll(folder: string): void {
  for (const entry of listFolder(placeAt(folder))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeAll(path);
    else removeFile(placeAt(path));
  }
  removeFolder(placeAt(folder), () => true);
}
