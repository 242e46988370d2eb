import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { fileRefused, systemCodeOf } from '../file-refused.ts';
import { type Place, pathOf } from './place.ts';

/** Inspects a place without following links: null if nothing is there. Throws `FILE_REFUSED` if a part on the way is a link or not a folder. */
export function inspectPlace({ base, parts }: Place): Stats | null {
  let at = base;
  for (const [i, part] of parts.entries()) {
    at = join(at, part);
    const found = lookAt(at);
    if (found === null || i === parts.length - 1) return found;
    requireFolder(found, at);
  }
  return lookAt(base);
}

/** Inspects a file: null if there is none. Throws `FILE_REFUSED` for a link, a folder, a pipe or a device. */
export function inspectFile(place: Place): Stats | null {
  const found = inspectPlace(place);
  if (found !== null) requirePlainFile(found, pathOf(place));
  return found;
}

/** Inspects a folder in the same way. */
export function inspectFolder(place: Place): Stats | null {
  const found = inspectPlace(place);
  if (found !== null && place.parts.length > 0) requireFolder(found, pathOf(place));
  return found;
}

/** Throws `FILE_REFUSED` unless it is a regular file. */
export function requirePlainFile(found: Stats, path: string): void {
  if (found.isSymbolicLink()) throw fileRefused(path, 'is a link', 'Remove the link.');
  if (!found.isFile()) {
    throw fileRefused(path, 'is not a regular file', 'Remove what is there, or move it elsewhere.');
  }
}

/** Throws `FILE_REFUSED` if a file has another name too, because a write would change that as well. */
export function requireSoleName(found: Stats, path: string): void {
  if (found.nlink > 1) {
    throw fileRefused(
      path,
      'has another name elsewhere (a hard link)',
      'Copy the file and put the copy in its place.',
    );
  }
}

function requireFolder(found: Stats, path: string): void {
  if (found.isSymbolicLink()) {
    throw fileRefused(
      path,
      'is a link',
      'Put a folder in its place; MEMORA_INDEX_DB names another place for the index.',
    );
  }
  if (!found.isDirectory()) throw fileRefused(path, 'is not a folder', 'Remove what is there.');
}

function lookAt(path: string): Stats | null {
  try {
    // Most inspected places are empty, and an exception costs more than a check.
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error))) return null;
    throw error;
  }
}
