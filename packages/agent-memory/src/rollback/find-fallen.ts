import type { OpenLearningLog } from '../learning/open-learning-log.ts';
import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import { isSave } from './find-closure.ts';
import { isLink } from './find-links.ts';

/** Maximum number of names in one line of the log. */
const MOST = 50;

/** Logs the memories that a rollback removes, so that a later one does not bring them back. */
export function markFallen(log: OpenLearningLog, batch: string, ids: readonly string[]): void {
  for (let at = 0; at < ids.length; at += MOST)
    log.append({ batch, operation: 'rollback', notes: ids.slice(at, at + MOST), code: 'fell' });
}

/** Returns a test for whether a batch is in effect: nobody has undone it, or that undoing was itself undone. */
export function findStandingBatches(entries: readonly ReadLearningEntry[]): (batch: string) => boolean {
  const undoneBy = new Map<string, string[]>();
  for (const { code, batch, asked } of entries)
    if (code === 'undoes' && asked !== null) undoneBy.set(asked, [...(undoneBy.get(asked) ?? []), batch]);
  const stands = (batch: string): boolean => !(undoneBy.get(batch) ?? []).some(stands);
  return stands;
}

/** The log without the saves and links that a rollback removed. */
export function withoutFallen(entries: readonly ReadLearningEntry[]): readonly ReadLearningEntry[] {
  const stands = findStandingBatches(entries);
  const goneAt = new Map<string, number>();
  for (const { code, batch, notes, line } of entries)
    if (code === 'fell' && stands(batch)) for (const id of notes) goneAt.set(id, line);
    else if (code === 'unlinked' && stands(batch)) {
      const [by = '', ...older] = notes;
      for (const id of older) goneAt.set(`${by} ${id}`, line);
    }
  if (goneAt.size === 0) return entries;
  return entries.filter((entry) => {
    const name = isLink(entry) ? entry.notes.join(' ') : isSave(entry) ? entry.notes[0] : undefined;
    return entry.line > (goneAt.get(name ?? '') ?? 0);
  });
}
