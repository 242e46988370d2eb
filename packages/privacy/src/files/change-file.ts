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

/** Removes the entry at a place, for a link the link itself; false if nothing is there. Throws `FILE_REFUSED` if a folder on the way is a link. */
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

/** Removes a folder with the files in it that have Memora's names. Other files stay, and then the folder does too. */
export function removeFolder(place: Place, isOurs: (name: string) => boolean): void {
  for (const entry of listFolder(place)) {
    if (isOurs(entry.name) && !entry.isDirectory())
      removeFile({ ...place, parts: [...place.parts, entry.name] });
  }
  if (inspectFolder(place) !== null) removeIfEmpty(place);
}

/** Removes a folder if it is empty; returns whether it is gone. Does not list its content. */
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

/** Removes the folders of a removed file, from the innermost, while they are empty and not among these names. */
export function removeEmptyFolders(file: Place, upTo: ReadonlySet<string>): void {
  for (let folder = folderOf(file); folder.parts.length > 0; folder = folderOf(folder)) {
    if (upTo.has(nameOf(folder))) return;
    if (inspectFolder(folder) !== null && !removeIfEmpty(folder)) return;
  }
}

/** Moves a regular file to another name in its folder; false if there is none. */
export function moveFile(from: Place, to: Place): boolean {
  if (inspectFile(from) === null) return false;
  rename(from, to);
  return true;
}

/** Moves any entry at a place aside, including a link itself; false if nothing is there. */
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

/** Sets the mode of a regular file with a single name, or of a folder. Throws `FILE_REFUSED` for anything else. */
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

/** Sets the time of a file to now, if possible. */
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
    // The next call tries again.
  }
}

/** The entries of a folder; empty if there is none. Throws `FILE_REFUSED` if it is a link. */
export function listFolder(place: Place): Dirent[] {
  if (inspectFolder(place) === null) return [];
  return holding(place, ({ self }) => readdirSync(self, { withFileTypes: true }));
}
