import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { usageError } from './read-option.ts';

const CHUNK = 1024 * 1024;

/** A file that a person names, opened for reading. */
interface FileChunks {
  readonly size: number;
  /**
   * The file, a megabyte at a time. Each chunk is valid until the next one is requested. `onRead` is called
   * with the number of bytes read so far.
   */
  readonly chunks: (onRead?: (bytes: number) => void) => AsyncGenerator<Uint8Array>;
}

/**
 * Opens a file of any size; waits for a pipe unless `waits` is false. Throws a usage error if it can't be
 * read.
 */
export function openFileChunks(path: string, { waits = true } = {}): FileChunks {
  const file = open(path, waits ? constants.O_RDONLY : constants.O_RDONLY | constants.O_NONBLOCK);
  const { size } = fstatSync(file);
  return {
    size,
    chunks: async function* (onRead) {
      try {
        const buffer = Buffer.allocUnsafe(CHUNK);
        let at = 0;
        for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
          at += read;
          onRead?.(at);
          yield buffer.subarray(0, read);
          await new Promise(setImmediate);
        }
      } finally {
        closeSync(file);
      }
    },
  };
}

function open(path: string, flags: number): number {
  try {
    const file = openSync(path, flags);
    if (fstatSync(file).isDirectory()) {
      closeSync(file);
      throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    }
    return file;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw usageError(`cannot read ${path}: ${REASONS[code] ?? code}`, 'Name a file that exists.');
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
};
