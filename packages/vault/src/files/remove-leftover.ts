import { join } from 'node:path';
import { inspectFile, listFolder, memoraPlace, type Place, placeAt, removeFile } from '@memora/privacy/files';
import { isProcessAlive } from './vault-lock.ts';
import { TEMPORARY_NAME } from './write-note-file.ts';

/** Files in the making inside `.memora/` whose name does not say who writes them. */
const NAMELESS = /^[0-9a-f]{16}\.tmp$/;
/** A file in the making lives for milliseconds; what is this old belongs to nobody. */
const NAMELESS_AGE_MS = 10 * 60_000;

/** Removes a file in the making whose writer was killed; any other name, and anything but a regular file, stays. */
export function removeLeftover(folder: string, name: string): boolean {
  const pid = TEMPORARY_NAME.exec(name)?.[1];
  if (pid === undefined || isProcessAlive(Number(pid))) return false;
  return removeOld(placeAt(join(folder, name)), 0);
}

/** The same for the files of `.memora/`, those without a process id in their name where they are old. */
export function removeOwnLeftovers(root: string): void {
  let names: string[];
  try {
    names = listFolder(memoraPlace(root)).map((entry) => entry.name);
  } catch {
    return;
  }
  for (const name of names) {
    if (NAMELESS.test(name)) removeOld(memoraPlace(root, name), NAMELESS_AGE_MS);
    else removeLeftover(join(root, '.memora'), name);
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
