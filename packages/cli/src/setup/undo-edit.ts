import { isSame } from './config-file.ts';
import { saysTheSame, takeOut } from './edit/edit-target.ts';
import { findSplice, takeBack } from './edit/splice.ts';
import type { EditRecord } from './edit-record.ts';

/**
 * The bytes of a file without the edit of a setup; null if there was no file and nothing was added since. An unchanged file is restored byte for byte; in a
 * changed one, all text of others stays. Throws `CLIENT_FILE_UNREADABLE`.
 */
export function undoEdit(bytes: Buffer, { before, after, target }: EditRecord): Buffer | null {
  if (isSame(bytes, after) || isSame(bytes, before)) return before;
  const without = takeOut(bytes, before, target);
  if (without === null) return null;
  const spliced = takeBack(bytes, findSplice(before ?? Buffer.alloc(0), after));
  return spliced !== null && saysTheSame(spliced, without, target) ? spliced : without;
}
