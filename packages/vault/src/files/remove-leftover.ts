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

/** Files in the making, of older versions, whose name does not say who writes them. */
const NAMELESS = /^[0-9a-f]{16}\.tmp$/;
/** A file in the making lives for milliseconds; what is this old belongs to nobody. */
const NAMELESS_AGE_MS = 10 * 60_000;

/** Removes a file in the making whose writer was killed; any other name, and anything but a regular file, stays. */
export function removeLeftover(folder: string, name: string): boolean {
  const pid = TEMPORARY_NAME.exec(name)?.[1];
  if (pid === undefined || isProcessAlive(Number(pid))) return false;
  return removeOld(placeAt(join(folder, name)), 0);
}

/** The same for all files of a folder; one that can't be read is left. Returns what else stands there. */
export function removeLeftovers(place: Place): readonly Dirent[] {
  let entries: readonly Dirent[];
  try {
    entries = listFolder(place);
  } catch {
    return [];
  }
  return entries.filter(({ name }) => !removeLeftover(pathOf(place), name));
}

/** The same for the files of `.memora/` and of the folders in it, those without a process id in their name where they are old. */
export function removeOwnLeftovers(root: string): void {
  for (const entry of removeLeftovers(memoraPlace(root))) {
    if (entry.isDirectory()) removeLeftovers(memoraPlace(root, entry.name));
    else if (NAMELESS.test(entry.name)) removeOld(memoraPlace(root, entry.name), NAMELESS_AGE_MS);
  }
}

function removeOld(place: Place, age: number): boolean {
  try {
    const info = inspectFile(place);
    if (info === null || Date.now() - info.mtimeMs < age) return false;
    return removeFile(place);
  } catch {
    // Gone, or not ours to remove: the next run looks again.
    return false;
  }
}
