import {
  closeSync,
  constants,
  type Dirent,
  fchmodSync,
  fstatSync,
  futimesSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { systemCodeOf } from './file-refused.ts';
import { holdFolder, holding } from './folders/hold-folder.ts';
import { inspectFile, inspectFolder, inspectPlace, requireSoleName } from './folders/inspect-place.ts';
import { folderOf, nameOf, type Place, pathOf } from './folders/place.ts';
import { openToRead } from './open-plain-file.ts';

/**
 * Removes what is at a place, a link itself and never what it leads to; false if nothing is there.
 * Throws `FILE_REFUSED` if a folder on the way is a link.
 */
export function removeFile(place: Place): boolean {
  const found = inspectPlace(place);
  if (found === null) return false;
  if (found.isDirectory()) inspectFile(place);
  try {
    holding(folderOf(place), ({ at }) => unlinkSync(at(nameOf(place))));
    return true;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Removes a folder with the files in it whose names are ours; others stay, and the folder with them. */
export function removeFolder(place: Place, isOurs: (name: string) => boolean): void {
  for (const entry of listFolder(place)) {
    if (isOurs(entry.name) && !entry.isDirectory())
      removeFile({ ...place, parts: [...place.parts, entry.name] });
  }
  if (inspectFolder(place) !== null) removeIfEmpty(place);
}

/** Removes a folder that stands, unless something is in it; says whether it is gone. What is in it is not listed. */
function removeIfEmpty(place: Place): boolean {
  try {
    holding(folderOf(place), ({ at }) => rmdirSync(at(nameOf(place))));
    return true;
  } catch (error) {
    const code = systemCodeOf(error);
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(code)) throw error;
    return code === 'ENOENT';
  }
}

/** Removes the folders that a file stood in, from the innermost, for as long as they are empty and bear none of these names. */
export function removeEmptyFolders(file: Place, upTo: ReadonlySet<string>): void {
  for (let folder = folderOf(file); folder.parts.length > 0; folder = folderOf(folder)) {
    if (upTo.has(nameOf(folder))) return;
    if (inspectFolder(folder) !== null && !removeIfEmpty(folder)) return;
  }
}

/** Moves a regular file to another name of its folder; false if none is there. */
export function moveFile(from: Place, to: Place): boolean {
  if (inspectFile(from) === null) return false;
  rename(from, to);
  return true;
}

/** Moves whatever is at a place aside, a link itself included; false if nothing is there. */
export function moveAside(from: Place, to: Place): boolean {
  if (inspectPlace(from) === null) return false;
  rename(from, to);
  return true;
}

function rename(from: Place, to: Place): void {
  using source = holdFolder(folderOf(from));
  using target = holdFolder(folderOf(to));
  try {
    renameSync(source.at(nameOf(from)), target.at(nameOf(to)));
  } catch (error) {
    throw source.explain(target.explain(error));
  }
}

/** Sets the mode of a regular file with one name, or of a folder. Throws `FILE_REFUSED` for anything else. */
export function setMode(place: Place, mode: number): void {
  const found = inspectPlace(place);
  if (found === null) return;
  if (!found.isDirectory()) {
    inspectFile(place);
    requireSoleName(found, pathOf(place));
  }
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = holding(folderOf(place), ({ at }) => openSync(at(nameOf(place)), flags));
  try {
    if (!fstatSync(file).isDirectory()) requireSoleName(fstatSync(file), pathOf(place));
    fchmodSync(file, mode);
  } finally {
    closeSync(file);
  }
}

/** Sets the time of a file to now, where that can be done. */
export function touchFile(place: Place): void {
  try {
    const opened = openToRead(place);
    if (opened === null) return;
    try {
      requireSoleName(opened.found, pathOf(place));
      const now = new Date();
      futimesSync(opened.file, now, now);
    } finally {
      closeSync(opened.file);
    }
  } catch {
    // The next one tries again.
  }
}

/** What a folder holds; nothing if there is none. Throws `FILE_REFUSED` if it is a link. */
export function listFolder(place: Place): Dirent[] {
  if (inspectFolder(place) === null) return [];
  return holding(place, ({ self }) => readdirSync(self, { withFileTypes: true }));
}
