import { LEDGER_FILE } from '@memora/claims/internal';
import { inspectFile, placeIn, readPlainText, removeFile, writeWholeFile } from '@memora/privacy/files';
import { openVault } from '@memora/vault';
import type { Connection } from '../connect/connection.ts';
import { type NoteHead, readBlobs } from '../notes/note-heads.ts';
import { checkNotePath } from '../notes/note-path.ts';
import { openBlob, type Sealing } from '../notes/seal-blob.ts';
import { ask, askOne } from '../queries/ask.ts';
import { noteListOf } from './scope-folder.ts';

/** The result of filling a working folder. */
export interface FilledFolder {
  readonly brought: number;
  /** Total size of those notes, in bytes. */
  readonly bytes: number;
  /** Notes that remain to be written. */
  readonly left: number;
  /** When the oldest of them was written, in milliseconds since 1970; null if none remains. */
  readonly oldest: number | null;
  /** Paths whose bytes differ from the published ones: read them again whatever their size and time. */
  readonly changed: readonly string[];
  /** The paths to index; null for all. */
  readonly paths: readonly string[] | null;
  /** The oldest running transaction when the heads were read: its writes, and later ones, are still due. */
  readonly seen: string;
  readonly failures: readonly { readonly path: string; readonly code: string }[];
  /** Erased paths that are still published, after an interrupted erasure. Only found when all notes are checked. */
  readonly erased: readonly string[];
}

const BLOBS_AT_ONCE = 200;
/** A file's time is set this much earlier than its version, so that no run suspects a change within the same clock tick. */
const OLDER_MS = 3000;

interface FillOptions {
  /** The `seen` of the previous fill: only heads that moved since then are checked. */
  readonly asked?: string | null;
  /** Maximum bytes to write, smallest notes first, at least one note; all by default. */
  readonly bytes?: number | undefined;
}

/** Syncs a folder with the heads of a scope: writes what differs, and removes deleted notes. */
export async function fillWorkingFolder(
  db: Connection,
  scope: number,
  root: string,
  sealing: Sealing,
  { asked = null, bytes: most }: FillOptions = {},
): Promise<FilledFolder> {
  const has = readList(root);
  const [snapshot, some] = await Promise.all([
    askOne(db, 'readFrom', scope),
    readDatedHeads(db, scope, asked),
  ]);
  // A transaction number in the future comes from another server: a backup of that server was restored here.
  const isOfHere = asked === null || BigInt(asked) <= BigInt(snapshot?.seen ?? 0);
  // After a replay of erasures, all notes are to be read, whatever this folder has seen.
  const isWhole = !isOfHere || snapshot?.unread === true;
  // Each erasure adds a ledger line. Erased notes have no head, so a changed ledger is the only sign of them.
  const since = !isWhole && some.every(({ path }) => path !== LEDGER_FILE) ? asked : null;
  const [read, erased] =
    since === null
      ? await Promise.all([asked === null ? some : readDatedHeads(db, scope, null), readErased(db, scope)])
      : [some, []];
  const heads = new Map(read.map((head) => [head.path, head]));
  const failures: { path: string; code: string }[] = [];
  const fail = (path: string, error: unknown) =>
    failures.push({ path, code: (error as { code: string }).code });
  const differing = [...heads.values()].flatMap(({ path, hash, at }) => {
    const modified = timeOf(at);
    if (hash === null || (has.get(path) === hash.toString('hex') && stands(root, path, modified))) return [];
    try {
      return [{ path: checkNotePath(path), hash, modified }];
    } catch (error) {
      fail(path, error);
      return [];
    }
  });
  const due = most === undefined ? differing : await takeSmallest(db, scope, differing, most);
  const isLeft = new Set(differing.map(({ path }) => path));
  for (const { path } of due) isLeft.delete(path);
  let brought = 0;
  let size = 0;
  for (let at = 0; at < due.length; at += BLOBS_AT_ONCE) {
    const batch = due.slice(at, at + BLOBS_AT_ONCE);
    const blobs = await readBlobs(
      db,
      scope,
      batch.map(({ hash }) => hash),
    );
    for (const { path, hash, modified } of batch) {
      try {
        const bytes = openBlob(
          path,
          blobs.get(hash.toString('hex')) ?? { hash, bytes: null, sealed: false },
          sealing,
        );
        await writeWholeFile(placeIn(root, path), bytes, { mode: 0o600, flush: false, modified });
        has.set(path, hash.toString('hex'));
        brought++;
        size += bytes.length;
      } catch (error) {
        // A note that cannot be trusted or opened is not indexed.
        fail(path, error);
        removeFile(placeIn(root, path));
        has.delete(path);
      }
    }
  }
  const removed: string[] = [];
  const standing = since === null ? await pathsOf(root) : heads.keys();
  for (const path of standing) {
    const head = heads.get(path);
    if (head !== undefined && head.hash !== null) continue;
    if (isLeft.size > 0 && since === null) removed.push(path);
    removeFile(placeIn(root, path));
    has.delete(path);
  }
  await writeWholeFile(noteListOf(root), JSON.stringify([...has]), {
    mode: 0o600,
    flush: false,
  });
  const changed = [...heads.values()].flatMap(({ path, print, hash, published }) =>
    hash === null || published === null || isLeft.has(path) || (print ?? hash).equals(published)
      ? []
      : [path],
  );
  const waited = due.map(({ modified }) => modified.getTime() + OLDER_MS);
  return {
    brought,
    oldest: waited.length === 0 ? null : waited.reduce((first, each) => Math.min(first, each)),
    changed,
    bytes: size,
    left: isLeft.size,
    paths:
      isLeft.size > 0
        ? [...new Set([...due.map(({ path }) => path), ...changed, ...removed])]
        : since === null
          ? null
          : [...heads.keys()],
    seen: snapshot?.seen ?? '0',
    failures,
    erased,
  };
}

interface DueNote {
  readonly path: string;
  readonly hash: Buffer;
  readonly modified: Date;
}

/** Takes the smallest notes up to a total size, at least one; a ledger comes first, because it decides about them. */
async function takeSmallest(
  db: Connection,
  scope: number,
  due: readonly DueNote[],
  most: number,
): Promise<DueNote[]> {
  if (due.length < 2) return [...due];
  const hashes = due.map(({ hash }) => hash);
  const rows = await ask(db, 'sizesOf', scope, hashes);
  const sizes = new Map(rows.map(({ hash, size }) => [hash.toString('hex'), size]));
  const sizeOf = ({ path, hash }: DueNote) =>
    path === LEDGER_FILE ? 0 : (sizes.get(hash.toString('hex')) ?? 0);
  let sum = 0;
  const sorted = [...due].sort((a, b) => sizeOf(a) - sizeOf(b));
  return sorted.filter((note, i) => {
    sum += sizeOf(note);
    return i === 0 || sum <= most;
  });
}

async function pathsOf(root: string): Promise<string[]> {
  const paths: string[] = stands(root, LEDGER_FILE) ? [LEDGER_FILE] : [];
  for await (const entry of (await openVault(root)).scan()) paths.push(entry.path);
  return paths;
}

interface DatedHead extends NoteHead {
  readonly at: Date;
  /** Hash of the published bytes; null if the note is not published. */
  readonly published: Buffer | null;
}

function readDatedHeads(db: Connection, scope: number, since: string | null): Promise<DatedHead[]> {
  return since === null ? ask(db, 'datedHeads', scope) : ask(db, 'datedHeadsSince', scope, since);
}

/** Returns the paths of published notes without a head, not even one for a deletion: only an erasure removes heads. */
async function readErased(db: Connection, scope: number): Promise<string[]> {
  return (await ask(db, 'erasedNotes', scope)).map(({ path }) => path);
}

/** Whole seconds: every file system keeps them, so every worker's files agree. */
function timeOf(at: Date): Date {
  return new Date(Math.floor((at.getTime() - OLDER_MS) / 1000) * 1000);
}

function stands(root: string, path: string, modified?: Date): boolean {
  const found = inspectFile(placeIn(root, path));
  return found !== null && (modified === undefined || found.mtimeMs === modified.getTime());
}

function readList(root: string): Map<string, string> {
  try {
    const text = readPlainText(noteListOf(root));
    return new Map(text === null ? [] : (JSON.parse(text) as [string, string][]));
  } catch {
    return new Map();
  }
}
