import { usageError } from '../input/read-option.ts';

const REASON: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
  ENOENT: 'its folder does not exist',
  EEXIST: 'it exists already, and nothing is overwritten',
};

/**
 * The error for a file that a person named for output and that can't be written: a usage error if another
 * name would help, otherwise the original one.
 */
export function toFileError(error: unknown, path: string): unknown {
  const reason = REASON[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : usageError(`cannot write ${path}: ${reason}`, 'Name another file.');
}
