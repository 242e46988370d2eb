import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { inspectFile, inspectFolder } from './folders/inspect-place.ts';
import { folderOf, type Place, pathOf } from './folders/place.ts';

/**
 * Moves a regular file into the place of another in one step, and overwrites the bytes of the replaced one. A disk that keeps old blocks may still hold them.
 */
export function replaceAndOverwrite(from: Place, to: Place): void {
  inspectFile(from);
  inspectFolder(folderOf(to));
  const old = inspectFile(to);
  const flags = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
  const file = old === null ? null : openSync(pathOf(to), flags);
  try {
    renameSync(pathOf(from), pathOf(to));
    if (file === null || old === null || old.nlink > 1) return;
    writeSync(file, randomBytes(old.size), 0, old.size, 0);
    fsyncSync(file);
  } finally {
    if (file !== null) closeSync(file);
  }
}
