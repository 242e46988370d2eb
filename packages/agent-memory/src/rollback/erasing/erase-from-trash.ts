import {
  type Place,
  placeIn,
  readPlainFile,
  removeEmptyFolders,
  removeFile,
  writeWholeFile,
} from '@memora/privacy/files';
import { cutDailyLines } from '../cut-lines.ts';
import type { PlannedRollback } from '../plan-rollback.ts';
import { idOfPath, listBelow } from '../undo-batch.ts';

const TRASH = '.trash/memora';
const UP_TO = new Set(['memora']);

/** Removes erased turns and lines from every version of their conversations and daily notes in the trash. */
export async function eraseTurnsFromTrash(
  { plan, daily }: Pick<PlannedRollback, 'plan' | 'daily'>,
  vaultRoot: string,
): Promise<void> {
  const talks = [...new Set(plan.turns.map((turn) => turn.replace(/#t\d+$/u, '')))];
  for (const path of listBelow(vaultRoot, TRASH)) {
    const place = placeIn(vaultRoot, `${TRASH}/${path}`);
    const lines = daily.get(/(?:^|\/)episodic\/daily\/(?:archive\/)?([^/]+)\.md$/u.exec(path)?.[1] ?? '');
    if (talks.some((talk) => path.endsWith(`/${talk}`))) remove(place);
    else if (lines !== undefined) {
      const bytes = readPlainFile(place);
      const left = bytes === null ? null : cutDailyLines(bytes, lines);
      if (left !== null && left.cut > 0) await writeWholeFile(place, left.bytes, { mode: 0o644 });
    }
  }
}

/** Deletes the files of a batch from the trash, and every other copy of the erased memories. */
export function eraseFromTrash(batch: string, falls: readonly string[], vaultRoot: string): void {
  const ids = new Set(falls);
  for (const path of listBelow(vaultRoot, TRASH))
    if (path.startsWith(`${batch}/`) || ids.has(idOfPath(path)))
      remove(placeIn(vaultRoot, `${TRASH}/${path}`));
}

/** Removes folders that become empty too: a category's name contains words of a memory. */
function remove(place: Place): void {
  removeFile(place);
  removeEmptyFolders(place, UP_TO);
}
