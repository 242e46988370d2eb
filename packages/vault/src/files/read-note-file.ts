import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { MemoraError } from '@memora/core';
import { isOpenAs, isOpenAt } from '@memora/privacy/files';
import { systemCode, vaultError } from '../vault-error.ts';
import { checkRelativePath, confinePath } from './confine-path.ts';
import { giveWay } from './give-way.ts';

/**
 * Reads a note's bytes. Throws `NOTE_NOT_FOUND`, `NOTE_NOT_A_FILE` (a folder, a link, a device), `NOTE_TOO_LARGE`, `NOTE_UNREADABLE` or `PATH_OUTSIDE_VAULT`.
 * The system calls are synchronous: handing each to a thread takes several times as long as the call.
 */
export async function readNoteFile(root: string, path: string, maxNoteBytes: number): Promise<Uint8Array> {
  await giveWay();
  checkRelativePath(path);
  try {
    return readRegularFile(root, path, maxNoteBytes);
  } catch (error) {
    // If a folder on the way is a link, that explains the failure better than the system's error.
    if (!MemoraError.isInstance(error)) confinePath(root, path);
    throw asReadError(path, error);
  }
}

/** Non-blocking, so opening a named pipe does not wait for a writer. */
export const OPEN_NOTE =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

function readRegularFile(root: string, path: string, maxNoteBytes: number): Uint8Array {
  const full = join(root, path);
  const file = openSync(full, OPEN_NOTE);
  try {
    // The opened file is checked, and read only if there was no link on the way.
    const isThere = isOpenAs(file, full);
    if (!isThere) confinePath(root, path);
    const info = fstatSync(file);
    if (!info.isFile()) throw vaultError('NOTE_NOT_A_FILE', `${path} is not a regular file.`);
    // A folder on the way may briefly have been a link.
    if (!isThere && !isOpenAt(file, { base: root, parts: path.split('/') })) {
      throw vaultError('PATH_OUTSIDE_VAULT', `${path} was replaced while it was being opened.`, {
        hint: 'Index again when no program is moving folders.',
      });
    }
    if (info.size > maxNoteBytes) {
      throw vaultError(
        'NOTE_TOO_LARGE',
        `${path} has ${info.size} bytes; at most ${maxNoteBytes} are read.`,
        { hint: 'Split the note into several.' },
      );
    }
    return readBytes(file, info.size);
  } finally {
    closeSync(file);
  }
}

/** The first `size` bytes, or all bytes if the file is shorter by now. */
function readBytes(file: number, size: number): Uint8Array {
  const { buffer } = Buffer.allocUnsafeSlow(size);
  const bytes = new Uint8Array(buffer, 0, size);
  let length = 0;
  while (length < size) {
    const read = readSync(file, bytes, length, size - length, length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

function asReadError(path: string, error: unknown): unknown {
  switch (systemCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return vaultError('NOTE_NOT_FOUND', `There is no note at ${path}.`, { cause: error });
    case 'ELOOP':
    case 'EISDIR':
    case 'ENXIO':
      return vaultError('NOTE_NOT_A_FILE', `${path} is not a regular file.`, { cause: error });
    case 'EACCES':
    case 'EPERM':
    case 'EIO':
    case 'EMFILE':
    case 'ENAMETOOLONG':
      return vaultError('NOTE_UNREADABLE', `${path} cannot be read (${systemCode(error)}).`, {
        cause: error,
      });
    default:
      return error;
  }
}
