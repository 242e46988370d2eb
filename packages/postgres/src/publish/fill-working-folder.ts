import { LEDGER_FILE } from '@memora/claims/internal';
import { inspectFile, placeIn, readPlainText, removeFile, writeWholeFile } from '@memora/privacy/files';
import { openVault } from '@memora/vault';
import type { Connection } from '../connect/connection.ts';
import { readBlobs, readHeads } from '../notes/note-heads.ts';
import { checkNotePath } from '../notes/note-path.ts';
import { openBlob, type Sealing } from '../notes/seal-blob.ts';

/** What was brought into a working folder. */
export interface FilledFolder {
  readonly brought: number;
  readonly failures: readonly { readonly path: string; readonly code: string }[];
}

const LIST = 'notes.json';
const BLOBS_AT_ONCE = 200;

/** Makes the notes of a folder those of the heads of a scope: what differs is written, what is not there any more is removed. */
export async function fillWorkingFolder(
  db: Connection,
  scope: number,
  root: string,
  sealing: Sealing,
): Promise<FilledFolder> {
  const has = readList(root);
  const heads = new Map((await readHeads(db, scope)).map((head) => [head.path, head]));
  const failures: { path: string; code: string }[] = [];
  const fail = (path: string, error: unknown) =>
    failures.push({ path, code: (error as { code: string }).code });
  const due = [...heads.values()].flatMap(({ path, hash }) => {
    if (hash === null || (has.get(path) === hash.toString('hex') && stands(root, path))) return [];
    try {
      return [{ path: checkNotePath(path), hash }];
    } catch (error) {
      fail(path, error);
      return [];
    }
  });
  let brought = 0;
  for (let at = 0; at < due.length; at += BLOBS_AT_ONCE) {
    const batch = due.slice(at, at + BLOBS_AT_ONCE);
    const blobs = await readBlobs(
      db,
      scope,
      batch.map(({ hash }) => hash),
    );
    for (const { path, hash } of batch) {
      try {
        const bytes = openBlob(
          path,
          blobs.get(hash.toString('hex')) ?? { hash, bytes: null, sealed: false },
          sealing,
        );
        await writeWholeFile(placeIn(root, path), bytes, { mode: 0o600, flush: false });
        has.set(path, hash.toString('hex'));
        brought++;
      } catch (error) {
        // What can't be trusted or opened is not indexed as something else.
        fail(path, error);
        removeFile(placeIn(root, path));
        has.delete(path);
      }
    }
  }
  for (const path of await pathsOf(root)) {
    const head = heads.get(path);
    if (head !== undefined && head.hash !== null) continue;
    removeFile(placeIn(root, path));
    has.delete(path);
  }
  await writeWholeFile(placeIn(root, '.memora', LIST), JSON.stringify([...has]), {
    mode: 0o600,
    flush: false,
  });
  return { brought, failures };
}

async function pathsOf(root: string): Promise<string[]> {
  const paths: string[] = stands(root, LEDGER_FILE) ? [LEDGER_FILE] : [];
  for await (const entry of (await openVault(root)).scan()) paths.push(entry.path);
  return paths;
}

function stands(root: string, path: string): boolean {
  return inspectFile(placeIn(root, path)) !== null;
}

function readList(root: string): Map<string, string> {
  try {
    const text = readPlainText(placeIn(root, '.memora', LIST));
    return new Map(text === null ? [] : (JSON.parse(text) as [string, string][]));
  } catch {
    return new Map();
  }
}
