import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsync,
  futimesSync,
  linkSync,
  openSync,
  renameSync,
  type Stats,
  unlinkSync,
  write,
} from 'node:fs';
import { systemCodeOf } from './file-refused.ts';
import { holdFolder } from './folders/hold-folder.ts';
import { inspectFile } from './folders/inspect-place.ts';
import { makeFolder } from './folders/make-folder.ts';
import { besides, folderOf, nameOf, type Place } from './folders/place.ts';

/** Identifies a version of a file that was written, so a watcher recognises it. */
export interface WrittenVersion {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

export interface WholeFileOptions {
  /** Mode of the file, less what the umask takes; by default that of the file it replaces, or 0600. */
  readonly mode?: number;
  /** Mode of new folders; 0700 by default. */
  readonly folderMode?: number;
  /** The file's modification time; now by default. */
  readonly modified?: Date;
  /** True if nothing may be there; otherwise throws `EEXIST`. */
  readonly isNew?: boolean;
  /** Checks once more, after the draft was written, whether the file may be replaced; throws if not. */
  readonly confirm?: (before: Stats | null) => void | Promise<void>;
  /** Called with the version before it moves into place. */
  readonly announce?: (version: WrittenVersion) => void;
  /** False to skip flushing to disk before returning; true by default. */
  readonly flush?: boolean;
}

/** Names of temporary files: hidden, so no scan takes them for notes. The number is the writer's process id. */
export const DRAFT_NAME = /^\.memora-(\d+)-[0-9a-f]{16}\.tmp$/;

/** A place for a file's draft in the same folder, with an unguessable name. */
export function draftBeside(place: Place): Place {
  return besides(place, `.memora-${process.pid}-${randomBytes(8).toString('hex')}.tmp`);
}

/**
 * Writes a whole file atomically: to an unguessable name in the same folder, and then moved into place in one step. At any moment, the old or the new file is
 * there completely. Throws `FILE_REFUSED` if a folder on the way is a link, or if something other than a regular file is there.
 */
export async function writeWholeFile(
  place: Place,
  bytes: Uint8Array | string,
  options: WholeFileOptions = {},
): Promise<void> {
  const { folderMode, isNew = false, confirm, announce } = options;
  makeFolder(folderOf(place), folderMode);
  const before = isNew ? null : inspectFile(place);
  using folder = holdFolder(folderOf(place));
  const [temporary, full] = [folder.at(nameOf(draftBeside(place))), folder.at(nameOf(place))];
  try {
    const version = await writeDraft(temporary, bytes, before, options);
    await confirm?.(before);
    announce?.(version);
    if (isNew) linkOrRename(temporary, full);
    else renameSync(temporary, full);
    if (options.flush !== false) await flushFolder(folder.self);
  } catch (error) {
    throw folder.explain(error);
  } finally {
    removeDraft(temporary);
  }
}

/**
 * Only slow calls are asynchronous: writing and flushing. For any other call, handing it to a thread takes
 * several times as long as the call.
 */
async function writeDraft(
  temporary: string,
  bytes: Uint8Array | string,
  before: Stats | null,
  { mode, modified, flush = true }: WholeFileOptions,
): Promise<WrittenVersion> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = openSync(temporary, flags, mode ?? 0o600);
  try {
    await writeAll(file, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    if (mode === undefined && before !== null) {
      fchmodSync(file, before.mode & 0o7777);
      const { uid, gid } = fstatSync(file);
      if (uid !== before.uid || gid !== before.gid) {
        giveTo(temporary, before);
        chmodSync(temporary, before.mode & 0o7777);
      }
    }
    if (modified !== undefined) futimesSync(file, modified, modified);
    if (flush) await syncFile(file);
    const { size, mtimeMs, ino } = fstatSync(file);
    return { size, mtimeMs, ino };
  } finally {
    closeSync(file);
  }
}

async function writeAll(file: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += await new Promise<number>((resolve, reject) => {
      write(file, bytes, at, (failed, written) => (failed === null ? resolve(written) : reject(failed)));
    });
}

/** Few users may change the owner of a file. */
function giveTo(path: string, { uid, gid }: Stats): void {
  try {
    chownSync(path, uid, gid);
  } catch {
    // The file keeps the current user as its owner.
  }
}

function removeDraft(temporary: string): void {
  try {
    unlinkSync(temporary);
  } catch {
    // It was moved into its place, or never created.
  }
}

/** A hard link fails if the name is taken, and never shows half a file. */
function linkOrRename(temporary: string, full: string): void {
  try {
    linkSync(temporary, full);
  } catch (error) {
    if (!isWithoutLinks(error)) throw error;
    // A file system without hard links: reserve the name with an empty file, then move over it.
    closeSync(openSync(full, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL));
    renameSync(temporary, full);
  }
}

/** True if a link failed because the file system has no hard links. */
export const isWithoutLinks = (error: unknown): boolean => WITHOUT_LINKS.has(systemCodeOf(error));

const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP']);

function syncFile(file: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(file, (failed) => (failed === null ? resolve() : reject(failed)));
  });
}

/** Makes the new name survive a power cut. Some systems can't open folders, but the rename is done anyway. */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = openSync(folder, constants.O_RDONLY);
    await syncFile(handle).finally(() => closeSync(handle));
  } catch {
    // Nothing else to do.
  }
}
