import { closeSync, openSync, writeSync } from 'node:fs';
import { holding } from './hold-folder.ts';
import { inspectPlace } from './inspect-place.ts';
import { makeFolder } from './make-folder.ts';
import { type Place, placeIn } from './place.ts';

/** A place in a vault's `.memora/`. */
export function memoraPlace(vaultRoot: string, ...names: readonly string[]): Place {
  return placeIn(vaultRoot, '.memora', ...names);
}

/** Creates `.memora/` with a `.gitignore` of `*`, because its content belongs in nobody's repository. */
export function makeMemoraFolder(vaultRoot: string): void {
  makeFolder(memoraPlace(vaultRoot));
  hideFromGit(memoraPlace(vaultRoot));
}

/** Writes a `.gitignore` of `*` into a folder that has none. */
export function hideFromGit(folder: Place): boolean {
  const place = { ...folder, parts: [...folder.parts, '.gitignore'] };
  try {
    if (inspectPlace(place) !== null) return false;
    const file = holding(folder, ({ at }) => openSync(at('.gitignore'), 'wx', 0o600));
    try {
      writeSync(file, '*\n');
    } finally {
      closeSync(file);
    }
    return true;
  } catch {
    // It exists by now, or can't be written. Neither is a reason to stop.
    return false;
  }
}
