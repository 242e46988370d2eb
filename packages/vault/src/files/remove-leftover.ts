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

/** Removes a file in the making whose writer was killed; any other name, and anything but a regular file, stays. */
export function removeLeftover(folder: string, name: string): boolean {
  const pid = TEMPORARY_NAME.exec(name)?.[1];
  if (pid === undefined || isProcessAlive(Number(pid))) return false;
  const place = placeAt(join(folder, name));
  try {
    return inspectFile(place) !== null && removeFile(place);
  } catch {
    // Gone, or not ours to remove: the next run looks again.
    return false;
  }
}

/** The same for all files of a folder; one that can't be read is left. Returns what else is there. */
export function removeLeftovers(place: Place): readonly Dirent[] {
  let entries: readonly Dirent[];
  try {
    entries = listFolder(place);
  } catch {
    return [];
  }
  return entries.filter(({ name }) => !removeLeftover(pathOf(place), name));
}

/** The same for the files of `.memora/` and of the folders in it. */
export function removeOwnLeftovers(root: string): void {
  for (const entry of removeLeftovers(memoraPlace(root)))
    if (entry.isDirectory()) removeLeftovers(memoraPlace(root, entry.name));
}
