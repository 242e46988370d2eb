import { join } from 'node:path';
import type { Vault } from '@memora/vault';
import type { StoreHandle } from '../store/store-handle.ts';
import { statOrNull } from './stat-or-null.ts';

/** What looking for them needs of an open memory. */
interface BehindPorts {
  readonly vault: Pick<Vault, 'root' | 'scan'>;
  readonly store: Pick<StoreHandle, 'read' | 'revision'>;
}

/**
 * Finds the notes that the index is behind, by path in order; `found` are notes that an answer comes from. Null looks at all of them, however
 * short ago it was done; from no note, a vault that is checked for each question is checked whatever a refresh saw.
 */
export type FindNotesBehind = (
  found: Iterable<string> | null,
  signal?: AbortSignal,
) => Promise<readonly string[]>;

/** A vault of at most this many notes is checked for each question: that takes a few milliseconds. */
const EACH_TIME = 1_000;
/** A larger one is checked once in this time, in milliseconds; the notes that an answer comes from, each time. */
const LARGE_EVERY_MS = 1_000;
/** A question asked so soon after a refresh, in milliseconds, is asked of the notes as the refresh has seen them: they are looked at once for both. */
const JUST_REFRESHED_MS = 250;

/**
 * Notes that the index is behind: new ones, those whose size or time of change is not what it was when they were indexed, and those that
 * are gone. One `stat` a note; nothing is read. A new note that could not be indexed is not among them: the index is not behind what it
 * has refused.
 */
export function createBehindFinder({ vault, store }: BehindPorts): FindNotesBehind {
  let last: Look | null = null;
  return async (found, signal) => {
    const revision = await store.revision();
    const paths = found === null ? [] : [...found];
    // Several ask while a note is written: what another's refresh saw a moment ago may have been the note without its text.
    const forThis = last === null || paths.length === 0 ? 0 : last.forNext;
    const enough = last !== null && last.notes > EACH_TIME ? LARGE_EVERY_MS : forThis;
    if (
      found !== null &&
      last !== null &&
      last.revision === revision &&
      // By the wall clock: reading the other one loads a module of Node's. It may be set back meanwhile.
      Math.abs(Date.now() - last.at) < enough
    ) {
      last = { ...last, forNext: 0 };
      const changed = await findChanged(paths, { vault, store });
      return [...new Set([...last.behind, ...changed])].sort();
    }
    const at = Date.now();
    const forNext = found === null ? JUST_REFRESHED_MS : 0;
    last = { ...(await lookAtAll({ vault, store }, signal)), at, revision, forNext };
    return last.behind;
  };
}

/** What a look at the whole vault came to. */
interface Look {
  readonly at: number;
  readonly revision: string | null;
  readonly notes: number;
  readonly behind: readonly string[];
  /** So long it stands for the look of one question after it, in milliseconds. */
  readonly forNext: number;
}

async function lookAtAll(
  { vault, store }: BehindPorts,
  signal: AbortSignal | undefined,
): Promise<Pick<Look, 'notes' | 'behind'>> {
  const opened = await store.read();
  const known = opened.fileStates();
  const seen = new Set<string>();
  const behind: string[] = [];
  const unreadable: string[] = [];
  for await (const entry of vault.scan({ known, ...(signal === undefined ? {} : { signal }) })) {
    seen.add(entry.path);
    // What is in a folder that cannot be listed is not gone.
    if (entry.error !== undefined) unreadable.push(entry.path === '.' ? '' : `${entry.path}/`);
    else if (entry.changed) behind.push(entry.path);
  }
  const gone = [...known.keys()].filter(
    (path) => !seen.has(path) && !unreadable.some((folder) => path.startsWith(folder)),
  );
  const notes = seen.size;
  if (behind.length === 0 && gone.length === 0) return { notes, behind: [] };
  const refused = new Set((await opened.failures()).map(({ notePath }) => notePath));
  const isBehind = (path: string) => known.has(path) || !refused.has(path);
  return { notes, behind: [...behind.filter(isBehind), ...gone].sort() };
}

/** Of these notes, those that the index is behind: one `stat` each, and no look at any other. */
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
