import { closeSync, fchmodSync, readdirSync } from 'node:fs';
import { throwIfPassing } from './file-refused.ts';
import { exchanged, isOpenAt } from './folders/hold-folder.ts';
import { inspectFile, requireSoleName } from './folders/inspect-place.ts';
import { keepFolderPrivate, makeFolder } from './folders/make-folder.ts';
import { besides, folderOf, type Place, pathOf } from './folders/place.ts';
import { openToAppend } from './open-plain-file.ts';

/** What SQLite keeps beside a database, by the end of its name. */
export const DATABASE_PARTS: readonly string[] = ['', '-wal', '-shm', '-journal'];

/**
 * Looks at a database and what SQLite keeps beside it before it is opened: each is a regular file with one name, or absent.
 * Returns whether there is a database. Throws `FILE_REFUSED`.
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
 * To be called when other code has opened a database by its path, before it reads: throws `FILE_REFUSED` if no open file of this process is
 * the one at the place, so that a folder which became a link for a moment leads nowhere. Where the system does not list open files, it
 * looks at the place once more.
 */
export function confirmDatabase(place: Place): void {
  inspectDatabase(place);
  const files = listOpenFiles();
  if (files !== null && !files.some((file) => isOpenAt(file, place))) throw exchanged(pathOf(place));
}

/** Numbers of the open files, the last opened first; null if the system does not tell. */
function listOpenFiles(): number[] | null {
  if (process.platform !== 'linux') return null;
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .sort((a, b) => b - a);
  } catch (error) {
    // Too many open files tell nothing: it is asked again when there is room.
    throwIfPassing(error);
    return null;
  }
}

/** Makes an empty file for a database where there is none, for the user alone: SQLite gives its log the same mode. */
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
