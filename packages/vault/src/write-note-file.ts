import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, chmod, chown, link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkRelativePath, confinePath } from './confine-path.ts';
import { systemCode, vaultError } from './vault-error.ts';

/** What identifies a version of a file that we wrote, so that a watcher knows it again. */
export interface WrittenFile {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

/** Names of files in the making: hidden, so no scan or watch takes them for notes. The number is the writer's process id. */
export const TEMPORARY_NAME = /^\.memora-(\d+)-[0-9a-f]{16}\.tmp$/;

/**
 * Replaces a note by `next` if its bytes are still `expected`; with `expected` null, creates it if nothing stands there.
 * The new bytes are written beside the note, flushed to disk (unless told not to) and moved into place in one step: at any moment the
 * note is whole, old or new. Permissions are kept. Throws `NOTE_CHANGED`, `NOTE_EXISTS`, `NOTE_UNWRITABLE` or `DISK_FULL`;
 * the note is then as it was.
 */
export async function writeNoteFile(
  root: string,
  path: string,
  expected: Uint8Array | null,
  next: Uint8Array,
  announce: (written: WrittenFile) => void = () => undefined,
  flush = true,
): Promise<void> {
  const full = confinePath(root, checkRelativePath(path, expected === null));
  const folder = dirname(full);
  const temporary = join(folder, `.memora-${process.pid}-${randomBytes(8).toString('hex')}.tmp`);
  try {
    if (expected === null) await makeFolder(root, path, folder);
    const before = expected === null ? null : await statWritable(full, path);
    // Said before the note moves into place, so that a watcher in this process knows the version at first sight.
    announce(await writeWhole(temporary, next, before, flush));
    if (expected === null) {
      // A hard link fails where the name is taken, and never shows half a file.
      await linkOrRename(temporary, full);
    } else {
      await assertUnchanged(full, path, expected, before as Stats);
      await rename(temporary, full);
    }
    if (flush) await flushFolder(folder);
  } catch (error) {
    throw asWriteError(path, error);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function makeFolder(root: string, path: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Checked again: a folder on the way may have become a link meanwhile.
  confinePath(root, path);
}

async function statWritable(full: string, path: string): Promise<Stats> {
  const before = await lstat(full);
  if (!before.isFile()) throw vaultError('NOTE_NOT_A_FILE', `${path} is not a regular file.`);
  // A file without any write bit is not ours to replace, though the folder would let us.
  if ((before.mode & 0o222) === 0) throw vaultError('NOTE_UNWRITABLE', `${path} is read-only.`);
  await access(full, constants.W_OK);
  return before;
}

async function writeWhole(
  temporary: string,
  bytes: Uint8Array,
  before: Stats | null,
  flush: boolean,
): Promise<WrittenFile> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  await using file = await open(temporary, flags, before === null ? 0o666 : 0o600);
  await file.writeFile(bytes);
  if (before !== null) {
    await file.chmod(before.mode & 0o7777);
    const { uid, gid } = await file.stat();
    if (uid !== before.uid || gid !== before.gid) {
      await chown(temporary, before.uid, before.gid).catch(() => undefined);
      await chmod(temporary, before.mode & 0o7777);
    }
  }
  if (flush) await file.sync();
  const { size, mtimeMs, ino } = await file.stat();
  return { size, mtimeMs, ino };
}

async function assertUnchanged(
  full: string,
  path: string,
  expected: Uint8Array,
  before: Stats,
): Promise<void> {
  await using file = await open(full, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  const now = await file.readFile();
  const { ino } = await file.stat();
  if (ino !== before.ino || Buffer.compare(now, expected) !== 0) {
    throw vaultError('NOTE_CHANGED', `${path} was changed by somebody else meanwhile.`, {
      hint: 'Read the note again and repeat the edit.',
    });
  }
}

async function linkOrRename(temporary: string, full: string): Promise<void> {
  try {
    await link(temporary, full);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(systemCode(error))) throw error;
    // A file system without hard links: hold the name with an empty file of ours, then move over it.
    await using _ = await open(full, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
    await rename(temporary, full);
  }
}

/** Makes the new name survive a power cut. Some systems can't open folders; the rename stands there all the same. */
async function flushFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, constants.O_RDONLY);
    await handle.sync();
  } catch {
    // Nothing else to do.
  }
}

function asWriteError(path: string, error: unknown): unknown {
  switch (systemCode(error)) {
    case 'EEXIST':
      return vaultError('NOTE_EXISTS', `There is already a note at ${path}.`, { cause: error });
    case 'ENOENT':
      return vaultError('NOTE_NOT_FOUND', `There is no note at ${path}.`, { cause: error });
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return vaultError('DISK_FULL', `The disk is full; ${path} is as it was.`, {
        hint: 'Free some space and repeat.',
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
      return vaultError('NOTE_UNWRITABLE', `${path} can not be written (${systemCode(error)}).`, {
        cause: error,
      });
    default:
      return error;
  }
}
