import { MemoraError } from '@memora/core';

/** The exit codes of the process; the numbers are a public contract. */
export const EXIT = {
  done: 0,
  /** The check failed: verify, doctor, audit; or a query found nothing that it could verify. */
  checkFailed: 1,
  usage: 2,
  /** Some notes failed; the results for the others are kept. */
  partial: 3,
  /** A lock, a corrupt database, a missing vault, or a disk that can't be written. */
  cannotOpen: 4,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line or the config is wrong. Repeating the command does not help; correcting either one does. */
const USAGE_CODES = new Set([
  'USAGE',
  'CONFIG_INVALID',
  'BRIDGE_NOT_FOUND',
  'KEY_INSIDE_VAULT',
  'MODEL_KEY_MISSING',
  'NETWORK_DISABLED',
  'URL_NOT_ALLOWED',
  'NOTHING_TO_ERASE',
  'QUERY_EMPTY',
  'DATE_INVALID',
  'CURSOR_INVALID',
  'CLAIM_NOT_FOUND',
  'CONTRADICTION_NOT_FOUND',
  'MEMORY_INVALID',
  'MEMORY_NOT_FOUND',
  'NOT_A_PARTY',
  'ITEM_NOT_FOUND',
  'NOTE_NOT_FOUND',
  'REGION_NOT_FOUND',
  'PATH_OUTSIDE_VAULT',
  'PATH_RESERVED',
  'BACKUP_EXISTS',
  'BACKUP_UNKNOWN',
  'PORT_IN_USE',
  'TOKEN_FILE_INVALID',
  'TOKEN_FILE_OPEN',
  'NO_JUDGE',
  'NLI_NOT_INSTALLED',
  'NLI_MODEL_UNREADABLE',
  'NLI_LABELS_UNKNOWN',
]);

/** Returns the exit code for an error. */
export function exitCodeOf(error: unknown): ExitCode {
  if (isAbort(error)) return EXIT.interrupted;
  if (MemoraError.isInstance(error) && USAGE_CODES.has(error.code)) return EXIT.usage;
  return EXIT.cannotOpen;
}

/** True for the error of a cancelled operation, however deep it was raised. */
export function isAbort(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || (MemoraError.isInstance(error) && error.code === 'ABORTED');
}
