import { MemoraError } from '@memora/core';

/** A file that can't be edited without guessing; `reason` says what is wrong with it, and never what is in it. */
export function fileUnreadable(reason: string): MemoraError<'CLIENT_FILE_UNREADABLE'> {
  return new MemoraError(`it ${reason}`, {
    code: 'CLIENT_FILE_UNREADABLE',
    hint: 'Repair the file, or add the lines to it by hand.',
  });
}
