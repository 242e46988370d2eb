import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import {
  inspectFile,
  listFolder,
  memoraPlace,
  type Place,
  pathOf,
  placeAt,
  removeFile,
} from '@memora/privacy/files';
import { isProcessAlive } from './vault-lock.ts';
import { TEMPORARY_NAME } from './write-note-file.ts';

/** Removes a temporary file whose writer was killed. Any other name, and anything that is not a regular file, stays. */
export function removeLeftover(folder: string, name: string): boolean {
  const pid = TEMPORARY_NAME.exec(name)?.[1];
  if (pid === undefined || isProcessAlive(Number(pid))) return false;
  const place = placeAt(join(folder, name));
  try {
    return inspectFile(place) !== null && removeFile(place);
  } catch {
    // The file is gone or must not be removed. The next run tries again.
    return false;
  }
}

/** Removes the leftovers in a folder; a file that can't be read is left. Returns the other entries. */
export function removeLeftovers(place: Place): readonly Dirent[] {
  let entries: readonly Dirent[];
  try {
    entries = listFolder(place);
  } catch {
    return [];
  }
  return entries.filter(({ name }) => !removeLeftover(pathOf(place), name));
}

/** Removes the leftovers in `.memora/` and in its folders. */
export function removeOwnLeftovers(root: string): void {
  for (const entry of removeLeftovers(memoraPlace(root)))
    if (entry.isDirectory()) removeLeftovers(memoraPlace(root, entry.name));
}
