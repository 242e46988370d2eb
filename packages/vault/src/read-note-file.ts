import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { checkRelativePath, confinePath } from './confine-path.ts';
import { systemCode, vaultError } from './vault-error.ts';

/**
 * Reads a note's bytes. Throws `NOTE_NOT_FOUND`, `NOTE_NOT_A_FILE` (a folder, a link, a device), `NOTE_TOO_LARGE`,
 * `NOTE_UNREADABLE` or `PATH_OUTSIDE_VAULT`.
 */
export async function readNoteFile(root: string, path: string, maxNoteBytes: number): Promise<Uint8Array> {
  const full = await confinePath(root, checkRelativePath(path));
  try {
    // Non-blocking, so that opening a named pipe does not wait for a writer.
    await using file = await open(
      full,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    const info = await file.stat();
    if (!info.isFile()) throw vaultError('NOTE_NOT_A_FILE', `${path} is not a regular file.`);
    if (info.size > maxNoteBytes) {
      throw vaultError(
        'NOTE_TOO_LARGE',
        `${path} has ${info.size} bytes; at most ${maxNoteBytes} are read.`,
        {
          hint: 'Split the note into several.',
        },
      );
    }
    const buffer = await file.readFile();
    return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  } catch (error) {
    throw asReadError(path, error);
  }
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
      return vaultError('NOTE_UNREADABLE', `${path} can not be read (${systemCode(error)}).`, {
        cause: error,
      });
    default:
      return error;
  }
}
