import { closeSync, constants, fstatSync, readFileSync, type Stats } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { DRAFT_NAME, openToRead, placeIn, type WrittenVersion, writeWholeFile } from '@memora/privacy/files';
import { systemCode, vaultError } from '../vault-error.ts';
import { checkRelativePath, confinePath } from './confine-path.ts';

/** Identifies a version of a file that this process wrote, so a watcher recognises it. */
export type WrittenFile = WrittenVersion;

/** Names of temporary files: hidden, so no scan or watch takes them for notes. The number is the writer's process id. */
export const TEMPORARY_NAME = DRAFT_NAME;

/**
 * Replaces a note with `next` if its bytes are still `expected`; with `expected` null, creates it if nothing is there. The new bytes are written to a file next
 * to the note, flushed to disk (unless `flush` is off) and moved into place in one step, so the note is always whole, old or new. Permissions are kept; a new
 * note has `newMode`, less what the umask takes. Throws `NOTE_CHANGED`, `NOTE_EXISTS`, `NOTE_UNWRITABLE` or `DISK_FULL`; the note is then unchanged.
 */
export async function writeNoteFile(
  root: string,
  path: string,
  expected: Uint8Array | null,
  next: Uint8Array,
  announce: (written: WrittenFile) => void = () => undefined,
  flush = true,
  newMode = 0o666,
): Promise<void> {
  const checked = checkRelativePath(path, expected === null);
  const full = confinePath(root, checked);
  try {
    const before = expected === null ? null : await statWritable(full, path);
    await writeWholeFile(placeIn(root, checked), next, {
      ...(expected === null ? { mode: newMode, isNew: true } : {}),
      folderMode: 0o777,
      confirm: () => {
        // Checked again, because a folder on the way may have become a link meanwhile.
        confinePath(root, checked);
        if (before !== null) assertUnchanged(root, path, expected as Uint8Array, before);
      },
      announce,
      flush,
    });
  } catch (error) {
    throw asWriteError(path, error);
  }
}

async function statWritable(full: string, path: string): Promise<Stats> {
  const before = await lstat(full);
  if (!before.isFile()) throw vaultError('NOTE_NOT_A_FILE', `${path} is not a regular file.`);
  // A file without any write bit must not be replaced, even if the folder allows it.
  if ((before.mode & 0o222) === 0) throw vaultError('NOTE_UNWRITABLE', `${path} is read-only.`);
  await access(full, constants.W_OK);
  return before;
}

function assertUnchanged(root: string, path: string, expected: Uint8Array, before: Stats): void {
  const opened = openToRead(placeIn(root, path));
  if (opened === null) throw vaultError('NOTE_NOT_FOUND', `There is no note at ${path}.`);
  try {
    const { ino } = fstatSync(opened.file);
    if (ino === before.ino && Buffer.compare(readFileSync(opened.file), expected) === 0) return;
  } finally {
    closeSync(opened.file);
  }
  throw vaultError('NOTE_CHANGED', `${path} was changed by somebody else in the meantime.`, {
    hint: 'Read the note again and repeat the edit.',
  });
}

/** A failed system call as a vault error; any other error is returned as it is. */
export function asWriteError(path: string, error: unknown): unknown {
  switch (systemCode(error)) {
    case 'EEXIST':
      return vaultError('NOTE_EXISTS', `There is already a note at ${path}.`, { cause: error });
    case 'ENOENT':
      return vaultError('NOTE_NOT_FOUND', `There is no note at ${path}.`, { cause: error });
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return vaultError('DISK_FULL', `The disk is full; ${path} was not changed.`, {
        hint: 'Free some space and try again.',
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
      return vaultError('NOTE_UNWRITABLE', `${path} cannot be written (${systemCode(error)}).`, {
        cause: error,
      });
    default:
      return error;
  }
}
