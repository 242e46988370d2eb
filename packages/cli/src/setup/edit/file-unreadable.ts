import { MemoraError } from '@memora/core';

/** A file that can't be edited without guessing; `reason` describes the problem, and never the content. */
export function fileUnreadable(reason: string): MemoraError<'CLIENT_FILE_UNREADABLE'> {
  return new MemoraError(`it ${reason}`, {
    code: 'CLIENT_FILE_UNREADABLE',
    hint: 'Repair the file, or add the lines to it by hand.',
  });
}
