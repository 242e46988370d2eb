import { join } from 'node:path';
import type { Vault } from '@memora/vault';
import type { StoreHandle } from '../store/store-handle.ts';
import { statOrNull } from './stat-or-null.ts';

/** The dependencies of the search for stale notes. */
interface BehindPorts {
  readonly vault: Pick<Vault, 'root' | 'scan'>;
  readonly store: Pick<StoreHandle, 'read' | 'revision'>;
}

/**
 * Finds the notes that the index is behind, ordered by path; `found` are notes of an answer. Null checks all
 * notes, however recent the last check was. With an empty list, a vault that is small enough to be checked
 * for each question is checked even after a refresh.
 */
export type FindNotesBehind = (
  found: Iterable<string> | null,
  signal?: AbortSignal,
) => Promise<readonly string[]>;

/** A vault with at most this many notes is checked for each question, which takes a few milliseconds. */
const EACH_TIME = 1_000;
/** A larger vault is checked once per this interval, in milliseconds; the notes of an answer each time. */
const LARGE_EVERY_MS = 1_000;
/** A question this soon after a refresh, in milliseconds, uses the check of the refresh. */
const JUST_REFRESHED_MS = 250;

/**
 * Creates a finder of notes that the index is behind: new ones, those with another size or modification time than when they were indexed, and deleted ones. One
 * `stat` per note; nothing is read. A new note that failed to be indexed is not among them, because the index is up to date with it.
 */
export function createBehindFinder({ vault, store }: BehindPorts): FindNotesBehind {
  let last: Look | null = null;
  let known: KnownFiles | null = null;
  return async (found, signal) => {
    const revision = await store.revision();
    const paths = found === null ? [] : [...found];
    // With concurrent questions, another one's refresh may have seen a half-written note.
    const forThis = last === null || paths.length === 0 ? 0 : last.forNext;
    const enough = last !== null && last.notes > EACH_TIME ? LARGE_EVERY_MS : forThis;
    if (
      found !== null &&
      last !== null &&
      last.revision === revision &&
      // By the wall clock, because the monotonic clock needs another Node module. It may be set back meanwhile.
      Math.abs(Date.now() - last.at) < enough
    ) {
      last = { ...last, forNext: 0 };
      const changed = await findChanged(paths, { vault, store });
      return [...new Set([...last.behind, ...changed])].sort();
    }
    const at = Date.now();
    const forNext = found === null ? JUST_REFRESHED_MS : 0;
    // Read after the revision, so that the next check reads a write in between again.
    if (known === null || known.revision === null || known.revision !== revision)
      known = { revision, files: (await store.read()).fileStates() };
    const { files } = known;
    if (files.size > MOST_KNOWN) known = null;
    last = { ...(await lookAtAll(files, { vault, store }, signal)), at, revision, forNext };
    return last.behind;
  };
}

/** Maximum number of notes whose sizes and times are kept between two checks, some 150 bytes each. */
const MOST_KNOWN = 50_000;

/** Sizes and times of the indexed notes at a state of the index. */
interface KnownFiles {
  readonly revision: string | null;
  readonly files: ReadonlyMap<string, { readonly size: number; readonly mtimeMs: number }>;
}

/** The result of checking the whole vault. */
interface Look {
  readonly at: number;
  readonly revision: string | null;
  readonly notes: number;
  readonly behind: readonly string[];
  /** How long, in milliseconds, the next question may use it. */
  readonly forNext: number;
}

async function lookAtAll(
  known: KnownFiles['files'],
  { vault, store }: BehindPorts,
  signal: AbortSignal | undefined,
): Promise<Pick<Look, 'notes' | 'behind'>> {
  const seen = new Set<string>();
  const behind: string[] = [];
  const unreadable: string[] = [];
  for await (const entry of vault.scan({ known, ...(signal === undefined ? {} : { signal }) })) {
    seen.add(entry.path);
    // Files in a folder that can't be listed are not considered deleted.
    if (entry.error !== undefined) unreadable.push(entry.path === '.' ? '' : `${entry.path}/`);
    else if (entry.changed) behind.push(entry.path);
  }
  const gone = [...known.keys()].filter(
    (path) => !seen.has(path) && !unreadable.some((folder) => path.startsWith(folder)),
  );
  const notes = seen.size;
  if (behind.length === 0 && gone.length === 0) return { notes, behind: [] };
  const refused = new Set((await (await store.read()).failures()).map(({ notePath }) => notePath));
  const isBehind = (path: string) => known.has(path) || !refused.has(path);
  return { notes, behind: [...behind.filter(isBehind), ...gone].sort() };
}

/** Returns which of these notes the index is behind: one `stat` each, and no others are checked. */
export async function findChanged(
  paths: readonly string[],
  {
    vault: { root },
    store,
  }: { readonly vault: Pick<Vault, 'root'>; readonly store: Pick<StoreHandle, 'read'> },
): Promise<string[]> {
  const known = (await store.read()).fileStates(paths);
  return paths.filter((path) => {
    const file = statOrNull(join(root, path));
    const then = known.get(path);
    return file?.size !== then?.size || file?.mtimeMs !== then?.mtimeMs;
  });
}
