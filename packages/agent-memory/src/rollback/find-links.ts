import { checkSum, keptPlace, type OpenLearningLog } from '../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import type { MemoryNote } from '../note/memory-note.ts';
import { replacedBy, withReplaced } from '../note/replaced-memories.ts';
import { bytesOf } from '../remember/preview-memory.ts';
import type { BatchFiles } from './batch-files.ts';

/** Links by which sessions made an existing memory the replacement of others. */
interface MadeLinks {
  readonly by: string;
  /** Ids of the replaced memories. */
  readonly older: readonly string[];
  readonly entries: readonly ReadLearningEntry[];
}

/** True for the entry of a link. */
export function isLink({ code }: Pick<ReadLearningEntry, 'code'>): boolean {
  return code === 'linked';
}

/** The links among these entries, by memory. */
export function findLinks(entries: readonly ReadLearningEntry[]): readonly MadeLinks[] {
  const made = entries.filter(isLink);
  return [...Map.groupBy(made, ({ notes: [by = ''] }) => by)].map(([by, links]) => ({
    by,
    older: links.flatMap(({ asked }) => asked ?? []),
    entries: links,
  }));
}

/** A memory's note as it was before the links; if it was changed since, only the links are removed. */
export function withoutLinks(
  { older, entries: [first, ...more] }: MadeLinks,
  { path, bytes, note }: { readonly path: string; readonly bytes: Uint8Array; readonly note: MemoryNote },
  { read }: Pick<BatchFiles, 'read'>,
): Uint8Array {
  if (first === undefined) return bytes;
  const isAsLinked = [first, ...more].some(({ batch, sum }) => checkSum(batch, bytes) === sum);
  const before = isAsLinked ? read(keptPlace(first.batch, path)) : null;
  if (before !== null) return before;
  const left = replacedBy(note).filter((id) => !older.includes(id));
  return bytesOf(withReplaced(note, left));
}

/** Logs the links that a rollback removed, so that a later one does not bring them back. */
export function markUnlinked(
  log: OpenLearningLog,
  batch: string,
  { by, older }: MadeLinks,
  bytes: Uint8Array,
): void {
  const sum = checkSum(batch, bytes);
  log.append({ batch, operation: 'rollback', notes: [by, ...older], sum, code: 'unlinked' });
}
