import { closeSync, fchmodSync, readdirSync } from 'node:fs';
import { throwIfPassing } from './file-refused.ts';
import { exchanged, isOpenAt } from './folders/hold-folder.ts';
import { inspectFile, requireSoleName } from './folders/inspect-place.ts';
import { keepFolderPrivate, makeFolder } from './folders/make-folder.ts';
import { besides, folderOf, type Place, pathOf } from './folders/place.ts';
import { openToAppend } from './open-plain-file.ts';

/** The endings of the files that SQLite keeps with a database. */
export const DATABASE_PARTS: readonly string[] = ['', '-wal', '-shm', '-journal'];

/**
 * Inspects a database and SQLite's other files before it is opened: each must be a regular file with one name, or absent. Returns whether there is a database.
 * Throws `FILE_REFUSED`.
 */
export function inspectDatabase(place: Place): boolean {
  const name = place.parts.at(-1) ?? '';
  let isThere = false;
  for (const part of DATABASE_PARTS) {
    const one = besides(place, `${name}${part}`);
    const found = inspectFile(one);
    if (found === null) continue;
    requireSoleName(found, pathOf(one));
    if (part === '') isThere = true;
  }
  return isThere;
}

/**
 * Call this after other code has opened a database by path, before it reads. Throws `FILE_REFUSED` if no open
 * file of this process is the one at the place; a folder that was briefly a link is thereby detected. If the
 * system does not list open files, inspects the place once more.
 */
export function confirmDatabase(place: Place): void {
  inspectDatabase(place);
  const files = listOpenFiles();
  if (files !== null && !files.some((file) => isOpenAt(file, place))) throw exchanged(pathOf(place));
}

/** Numbers of the open files, the last opened first; null if the system does not list them. */
function listOpenFiles(): number[] | null {
  if (process.platform !== 'linux') return null;
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .sort((a, b) => b - a);
  } catch (error) {
    // With too many open files, the answer is unknown, so the caller must retry.
    throwIfPassing(error);
    return null;
  }
}

/** Creates an empty database file, for the user alone, if there is none: SQLite gives its log the same mode. */
export function makeDatabaseFile(place: Place): void {
  inspectDatabase(place);
  makeFolder(folderOf(place));
  const { file, found } = openToAppend(place, 0o600);
  try {
    if ((found.mode & 0o077) !== 0) fchmodSync(file, 0o600);
  } finally {
    closeSync(file);
  }
  if (folderOf(place).parts.at(-1) === '.memora') keepFolderPrivate(folderOf(place));
}
