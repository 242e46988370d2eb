import { placeIn, removeFile } from '@memora/privacy/files';
import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import { idOfPath, listBelow } from '../rollback/undo-batch.ts';

const TRASH = '.trash/memora';
const DAY_MS = 86_400_000;

/**
 * Files that, by the learning log, came to the trash more than `days` days ago; 0 finds none. Files that the log does not know stay. Without these files, the
 * operations that need them can't be undone or restored any more.
 */
export function findOldTrash(
  vaultRoot: string,
  entries: readonly ReadLearningEntry[],
  days: number,
  now: Date,
): string[] {
  if (days <= 0) return [];
  const last = new Map<string, string>();
  for (const { batch, notes, code, time } of entries) {
    last.set(batch, time);
    if (code === 'forgotten') last.set(notes[0] ?? '', time);
  }
  const since = now.getTime() - days * DAY_MS;
  return listBelow(vaultRoot, TRASH).filter((path) => {
    const [folder = ''] = path.split('/');
    const time = /^[a-z]{3,4}_[0-9a-z]{12}$/u.test(folder) ? last.get(folder) : last.get(idOfPath(path));
    return time !== undefined && Date.parse(time) < since;
  });
}

/** Deletes files from the trash. */
export function emptyTrash(vaultRoot: string, paths: readonly string[]): void {
  for (const path of paths) removeFile(placeIn(vaultRoot, `${TRASH}/${path}`));
}
