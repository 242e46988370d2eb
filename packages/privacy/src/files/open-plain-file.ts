import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { dropDraftNames } from './drop-draft-names.ts';
import { systemCodeOf } from './file-refused.ts';
import { holding } from './folders/hold-folder.ts';
import { inspectFile, requirePlainFile, requireSoleName } from './folders/inspect-place.ts';
import { makeFolder } from './folders/make-folder.ts';
import { folderOf, nameOf, type Place, pathOf } from './folders/place.ts';

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT } = constants;
/** Links are not followed, and opening a pipe does not wait for its other end. Windows has neither flag. */
const SAFELY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** An open file. The caller closes it. */
export interface OpenedFile {
  readonly file: number;
  readonly found: Stats;
}

/** Opens a file for reading; null if there is none. Throws `FILE_REFUSED` for anything but a regular file. */
export function openToRead(place: Place): OpenedFile | null {
  if (inspectFile(place) === null) return null;
  try {
    return open(place, O_RDONLY, 0);
  } catch (error) {
    // Removed since the inspection, like a lock that changes hands.
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Opens a file for appending, and creates it, with its folder, if there is none. Throws `FILE_REFUSED` for anything but a regular file without a second name.
 */
export function openToAppend(place: Place, mode: number, folderMode?: number): OpenedFile {
  makeFolder(folderOf(place), folderMode);
  const known = inspectFile(place);
  if (known !== null) requireSoleName(dropDraftNames(place, known), pathOf(place));
  const opened = open(place, O_RDWR | O_APPEND | O_CREAT, mode);
  try {
    requireSoleName(dropDraftNames(place, opened.found), pathOf(place));
    return opened;
  } catch (error) {
    closeSync(opened.file);
    throw error;
  }
}

/** Inspected before and after opening: a file that was exchanged in between is refused, and no folder on the way can be exchanged. */
function open(place: Place, flags: number, mode: number): OpenedFile {
  const path = pathOf(place);
  const file = holding(folderOf(place), ({ at }) => openSync(at(nameOf(place)), flags | SAFELY, mode));
  try {
    const found = fstatSync(file);
    requirePlainFile(found, path);
    return { file, found };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
