import { placeIn, removeFile } from '@memora/privacy/files';
import type { RollbackPlan } from './rollback-plan.ts';
import { idOfPath, listBelow } from './undo-batch.ts';

/** Deletes what a batch kept, every other copy of what falls, and every version of the conversations whose turns go. */
export function eraseFromTrash(batch: string, { falls, turns }: RollbackPlan, vaultRoot: string): void {
  const ids = new Set(falls);
  const talks = [...new Set(turns.map((turn) => turn.replace(/#t\d+$/u, '')))];
  for (const path of listBelow(vaultRoot, '.trash/memora'))
    if (
      path.startsWith(`${batch}/`) ||
      ids.has(idOfPath(path)) ||
      talks.some((talk) => path.endsWith(`/${talk}`))
    )
      removeFile(placeIn(vaultRoot, `.trash/memora/${path}`));
}
