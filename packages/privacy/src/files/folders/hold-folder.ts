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

/** Names of a folder that is held: whoever exchanges the folder, or one above it, meanwhile, changes nothing of what they lead to. */
interface HeldFolder extends Disposable {
  /** A path to a name in the folder. */
  readonly at: (name: string) => string;
  /** The folder itself. */
  readonly self: string;
  /** An error of the system with the paths that the user knows. */
  readonly explain: (error: unknown) => unknown;
}

/** Node opens nothing relative to a folder; Linux shows what a process holds as names, and a name below one of them is just that. */
const HANDLES = '/proc/self/fd';
/** Opens a folder only to name what is in it: it need not be readable. Node has no name for it; the number is that of all its Linux ports. */
const O_PATH = 0o10000000;

let canHold: boolean | undefined;
function holds(): boolean {
  canHold ??=
    process.platform === 'linux' && statSync(HANDLES, { throwIfNoEntry: false })?.isDirectory() === true;
  return canHold;
}

/**
 * Holds a folder until it is disposed of. Each part of its place is opened from the one before, and none may be a link. Where the system has
 * no such names, the parts are looked at once more, and a window of microseconds stays. Throws `FILE_REFUSED`, and `ENOENT` where there
 * is no folder.
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

/** Does something with the names of a folder while it is held. */
export function holding<Result>(folder: Place, act: (held: HeldFolder) => Result): Result {
  using held = holdFolder(folder);
  try {
    return act(held);
  } catch (error) {
    throw held.explain(error);
  }
}

/** True if the system says that an open file is at a path, so that no link was on the way; false if it says another one, or nothing. */
export function isOpenAs(file: number, path: string): boolean {
  if (!holds()) return false;
  const found = readHandle(file);
  // An editor may have put another file in its place since.
  return found === path || found === `${path} (deleted)`;
}

/** True if an open file is at a place and was not reached through a link that was there for a moment. */
export function isOpenAt(file: number, place: Place): boolean {
  const path = pathOf(place);
  if (isOpenAs(file, path)) return true;
  // File systems differ in how they spell a name; the file is the same one then. Looked for on a way on which no link can appear.
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

/** Where a folder is held no link can be on the way. */
function isReal(path: string): boolean {
  return holds() || realpathSync.native(path) === path;
}

/** What a number stands for; empty if it stands for nothing any more. */
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
        // Says which of the two it is.
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

/** What was opened is not what is there. */
export function exchanged(path: string): Error {
  return fileRefused(
    path,
    'was exchanged for something else meanwhile',
    'Try again once nothing moves folders.',
  );
}

function inUsersTerms(error: unknown, held: string, path: string): unknown {
  if (!(error instanceof Error) || systemCodeOf(error) === '') return error;
  const told = error as Error & { path?: unknown; dest?: unknown };
  told.message = told.message.replaceAll(held, path);
  if (typeof told.path === 'string') told.path = told.path.replace(held, path);
  if (typeof told.dest === 'string') told.dest = told.dest.replace(held, path);
  return told;
}
