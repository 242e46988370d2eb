import {
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { holdFolder } from './folders/hold-folder.ts';
import { inspectFile, requirePlainFile } from './folders/inspect-place.ts';
import { makeFolder } from './folders/make-folder.ts';
import { folderOf, nameOf, type Place, pathOf } from './folders/place.ts';
import { draftBeside } from './write-whole-file.ts';

export interface FillOptions {
  /** True if nothing may be there; otherwise throws `EEXIST`. */
  readonly isNew?: boolean;
  /** Mode of the file, less what the umask takes; 0600 by default. */
  readonly mode?: number;
  readonly folderMode?: number;
  /** True to flush to disk before returning. */
  readonly flush?: boolean;
}

/**
 * Writes a file atomically: either a text, or whatever other code writes into an empty draft, whose
 * unguessable path it receives. With `isNew`, throws `EEXIST` if there is a file. Throws `FILE_REFUSED` like
 * every write.
 */
export function fillFile(
  place: Place,
  fill: string | ((draft: string) => void),
  { isNew = false, mode = 0o600, folderMode, flush = false }: FillOptions = {},
): void {
  makeFolder(folderOf(place), folderMode);
  if (!isNew) inspectFile(place);
  using folder = holdFolder(folderOf(place));
  const [draft, full] = [folder.at(nameOf(draftBeside(place))), folder.at(nameOf(place))];
  try {
    const file = openSync(draft, 'wx', mode);
    try {
      if (typeof fill === 'string') writeFileSync(file, fill);
      if (flush) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (typeof fill !== 'string') fill(draft);
    requirePlainFile(lstatSync(draft), pathOf(place));
    // Unlike a rename, a link fails if somebody created the file meanwhile.
    if (isNew) linkSync(draft, full);
    else renameSync(draft, full);
    if (flush) flushFolder(folder.self);
  } catch (error) {
    throw folder.explain(error);
  } finally {
    removeDraft(draft);
  }
}

/** A file that cannot be removed is left to the next index run; the error that stopped the writing is the one to report. */
function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // A leftover.
  }
}

/** Makes the new name survive a power cut. Some systems can't open folders, but the name exists anyway. */
function flushFolder(folder: string): void {
  try {
    const handle = openSync(folder, constants.O_RDONLY);
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Nothing else to do.
  }
}
