import { readFile, stat } from 'node:fs/promises';
import { MemoraError } from '@memora/core';

/** Larger files hold no document that is read whole. */
const MOST_BYTES = 2 ** 30;

/** The bytes of a regular file. Throws `SOURCE_UNREADABLE`; a pipe or a device holds nobody up. */
export async function readFileSource(path: string): Promise<Uint8Array> {
  try {
    const info = await stat(path);
    if (!info.isFile())
      throw unreadable(info.isDirectory() ? 'it is a folder' : 'it is no regular file', 'Name a file.');
    const { size } = info;
    if (size > MOST_BYTES) throw unreadable('it is larger than 1 GiB', 'Split it.');
    return await readFile(path);
  } catch (error) {
    if (MemoraError.isInstance(error)) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw unreadable(REASONS[code] ?? code, 'Name a file that is there.', error);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'you may not read it',
};

function unreadable(reason: string, hint: string, cause?: unknown): MemoraError {
  return new MemoraError(`The source can not be read: ${reason}.`, {
    code: 'SOURCE_UNREADABLE',
    hint,
    cause,
  });
}
