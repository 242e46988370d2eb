import { DRAFT_NAME, inspectPlace, listFolder, placeIn } from '@memora/privacy/files';
import { keptPlace, type OpenLearningLog } from '../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import type { BatchFiles } from './batch-files.ts';

/** The traces of a batch in the log and in its kept files. */
interface BatchTraces {
  /** Paths whose bytes it kept. */
  readonly kept: readonly string[];
  /** Ids of the files that it created. */
  readonly made: readonly string[];
  /** Paths that it restored while undoing another batch, each with the place of the same bytes. */
  readonly putBack: ReadonlyMap<string, string>;
}

/** Kinds of batches that change existing files; a session only adds. */
const CHANGES = /^(?:con|imp|rbk)_/u;

/** True for a batch that is undone by restoring bytes. */
export function isFileBatch(batch: string): boolean {
  return CHANGES.test(batch);
}

export function readTraces(
  vaultRoot: string,
  batch: string,
  entries: readonly ReadLearningEntry[],
): BatchTraces {
  const made = entries.flatMap((entry) =>
    entry.batch === batch && entry.code === 'made' ? entry.notes : [],
  );
  const keptOf = (of: string): string[] => listBelow(vaultRoot, keptPlace(of, '').replace(/\/$/u, ''));
  const kept = keptOf(batch);
  const undone = entries.find((entry) => entry.batch === batch && entry.code === 'undoes')?.asked ?? null;
  const own = new Set(kept);
  const back = undone === null ? [] : keptOf(undone).filter((path) => !own.has(path));
  return {
    ...{ kept, made: [...new Set(made)] },
    putBack: new Map(back.map((path) => [path, keptPlace(undone ?? '', path)])),
  };
}

/** Restores what a batch changed and removes what it created: every byte is as it was before. */
export async function undoBatch(
  batch: string,
  { kept, made, putBack }: BatchTraces,
  pathsOf: (id: string) => readonly string[],
  files: BatchFiles,
): Promise<void> {
  const put = new Set(kept);
  for (const id of made)
    for (const path of pathsOf(id))
      if (!put.has(path) && files.read(path) !== null) await files.change(path, id, null);
  for (const [path, place] of putBack) {
    const [bytes, before] = [files.read(path), files.read(place)];
    // A file that somebody changed since is left.
    if (bytes !== null && before !== null && Buffer.compare(bytes, before) === 0)
      await files.change(path, idOfPath(path), null);
  }
  for (const path of kept) {
    const bytes = files.read(keptPlace(batch, path));
    if (bytes !== null) await files.change(path, idOfPath(path), bytes);
  }
}

/** Rollbacks and consolidations that began and, after a crash, did not end. */
export function findInterrupted(text: readonly ReadLearningEntry[]): string[] {
  const open = new Set<string>();
  for (const { batch, code } of text) {
    if (code === 'begun') open.add(batch);
    else if (code === 'done' || code === 'undone') open.delete(batch);
  }
  return [...open];
}

/** The id of the memory whose note a path names; otherwise `file`. */
export function idOfPath(path: string): string {
  const sign = /-([0-9a-z]{12})(?:\.\d+)?\.md$/u.exec(path)?.[1];
  return sign === undefined ? 'file' : `mem_${sign}`;
}

/** All files below a folder of the vault, as paths from that folder, without temporary files of killed processes. */
export function listBelow(vaultRoot: string, folder: string): string[] {
  const found: string[] = [];
  const visit = (path: string): void => {
    for (const entry of listFolder(placeIn(vaultRoot, path))) {
      if (entry.isDirectory()) visit(`${path}/${entry.name}`);
      else if (entry.isFile() && !DRAFT_NAME.test(entry.name))
        found.push(`${path}/${entry.name}`.slice(folder.length + 1));
    }
  };
  if (inspectPlace(placeIn(vaultRoot, folder)) !== null) visit(folder);
  return found.sort();
}

/** Logs the state of a batch. */
export function markBatch(log: OpenLearningLog, batch: string, code: 'begun' | 'done' | 'undone'): void {
  const operation = batch.startsWith('rbk_') ? 'rollback' : 'memory_updated';
  log.append({ batch, operation, notes: [], code });
}
