import { MemoraError } from '@memora/core';

const MISSING = new Set([
  'NOTE_NOT_FOUND',
  'NOTE_NOT_A_FILE',
  'NOTE_UNREADABLE',
  'NOTE_TOO_LARGE',
  'PATH_OUTSIDE_VAULT',
]);

/** A note that cannot be read counts as a missing source, which is a status. Any other error is rethrown. */
export function toMissingNote(error: unknown): null {
  if (MemoraError.isInstance(error) && MISSING.has(error.code)) return null;
  throw error;
}
