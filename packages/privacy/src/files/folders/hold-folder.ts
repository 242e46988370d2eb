import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileRefused, systemCodeOf } from '../file-refused.ts';
import { inspectFolder } from './inspect-place.ts';
import { folderOf, nameOf, type Place, pathOf } from './place.ts';

/**
 * The names of entries of a held folder: they still refer to the same entries if the folder, or one above it,
 * is exchanged.
 */
interface HeldFolder extends Disposable {
  /** A path to an entry of the folder. */
  readonly at: (name: string) => string;
  /** The folder itself. */
  readonly self: string;
  /** A system error with the paths that the user knows. */
  readonly explain: (error: unknown) => unknown;
}

/** Node opens nothing relative to a folder. Linux lists a process's open files as names, and a path below such a name is relative to the open folder. */
const HANDLES = '/proc/self/fd';
/**
 * Opens a folder only to refer to its entries, so it need not be readable. Node has no constant for this
 * flag; its number is the same on all Linux ports of Node.
 */
const O_PATH = 0o10000000;

let canHold: boolean | undefined;
function holds(): boolean {
  canHold ??=
    process.platform === 'linux' && statSync(HANDLES, { throwIfNoEntry: false })?.isDirectory() === true;
  return canHold;
}

/**
 * Holds a folder until it is disposed of. Each part of its place is opened relative to the previous one, and none may be a link. On systems without such names,
 * the parts are checked once more, which leaves a window of microseconds. Throws `FILE_REFUSED`, and `ENOENT` if there is no folder.
 */
export function holdFolder(folder: Place): HeldFolder {
  const path = pathOf(folder);
  if (!holds()) {
    if (inspectFolder(folder) === null) lstatSync(path);
    return {
      at: (name) => join(path, name),
      self: path,
      explain: (error) => error,
      [Symbol.dispose]: () => undefined,
    };
  }
  const handle = openFolder(folder);
  const self = `${HANDLES}/${handle}`;
  return {
    at: (name) => `${self}/${name}`,
    self,
    explain: (error) => inUsersTerms(error, self, path),
    [Symbol.dispose]: () => closeSync(handle),
  };
}

/** Runs an action with the names of a folder while it is held. */
export function holding<Result>(folder: Place, act: (held: HeldFolder) => Result): Result {
  using held = holdFolder(folder);
  try {
    return act(held);
  } catch (error) {
    throw held.explain(error);
  }
}

/**
 * True if the system reports that an open file is at a path, which means that there was no link on the way;
 * false if it reports another path, or none.
 */
export function isOpenAs(file: number, path: string): boolean {
  if (!holds()) return false;
  const found = readHandle(file);
  // An editor may have replaced the file since.
  return found === path || found === `${path} (deleted)`;
}

/** True if an open file is at a place and was not reached through a temporary link. */
export function isOpenAt(file: number, place: Place): boolean {
  const path = pathOf(place);
  if (isOpenAs(file, path)) return true;
  // File systems spell names differently although the file is the same. Compared on a path where no link can appear.
  try {
    if (place.parts.length > 0)
      return holding(folderOf(place), ({ at }) => isSame(file, at(nameOf(place)))) && isReal(path);
    return isSame(file, path) && realpathSync.native(path) === path;
  } catch {
    return false;
  }
}

function isSame(file: number, path: string): boolean {
  const [opened, standing] = [fstatSync(file), lstatSync(path)];
  return opened.ino === standing.ino && opened.dev === standing.dev;
}

/** If a folder is held, no link can be on the way. */
function isReal(path: string): boolean {
  return holds() || realpathSync.native(path) === path;
}

/** The path of a file descriptor; empty if it is closed. */
function readHandle(file: number): string {
  try {
    return readlinkSync(`${HANDLES}/${file}`);
  } catch {
    return '';
  }
}

function openFolder({ base, parts }: Place): number {
  const flags = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  let handle = openSync(base, O_PATH | constants.O_DIRECTORY);
  try {
    if (!isOpenAt(handle, { base, parts: [] })) throw exchanged(base);
    for (const [i, part] of parts.entries()) {
      const above = handle;
      try {
        handle = openSync(`${HANDLES}/${above}/${part}`, flags);
      } catch (error) {
        const place = { base, parts: parts.slice(0, i + 1) };
        // Throws the error that fits the actual case.
        if (['ENOTDIR', 'ELOOP'].includes(systemCodeOf(error))) inspectFolder(place);
        throw inUsersTerms(error, `${HANDLES}/${above}/${part}`, pathOf(place));
      }
      closeSync(above);
    }
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** The opened file is not the one at the path. */
export function exchanged(path: string): Error {
  return fileRefused(path, 'was replaced meanwhile', 'Try again when no program is moving folders.');
}

function inUsersTerms(error: unknown, held: string, path: string): unknown {
  if (!(error instanceof Error) || systemCodeOf(error) === '') return error;
  const told = error as Error & { path?: unknown; dest?: unknown };
  told.message = told.message.replaceAll(held, path);
  if (typeof told.path === 'string') told.path = told.path.replace(held, path);
  if (typeof told.dest === 'string') told.dest = told.dest.replace(held, path);
  return told;
}
