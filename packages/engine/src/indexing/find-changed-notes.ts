import { join } from 'node:path';
import type { StoreHandle } from '../store/store-handle.ts';
import { statOrNull } from './stat-or-null.ts';

/** Those of the notes whose size or time of change is not what it was when they were indexed, or which are gone; in the order given. */
export async function findChangedNotes(
  notePaths: readonly string[],
  vaultRoot: string,
  store: StoreHandle,
): Promise<readonly string[]> {
  const known = (await store.read()).fileStates(notePaths);
  return notePaths.filter((path) => {
    const file = statOrNull(join(vaultRoot, path));
    const then = known.get(path);
    return file?.size !== then?.size || file?.mtimeMs !== then?.mtimeMs;
  });
}
