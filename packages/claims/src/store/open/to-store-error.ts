import { MemoraError } from '@memora/core';
import { ClaimsError, type StoreErrorCode } from '../../model/errors/claims-error.ts';

/** Converts an error of SQLite or the file system into a {@link MemoraError} with a code; other errors are returned unchanged. */
export function toStoreError(error: unknown, path: string): unknown {
  if (MemoraError.isInstance(error)) return error;
  const code = errorCode(error);
  if (code === null) {
    if (error instanceof TypeError && error.message.includes('database connection is not open')) {
      return storeError('DATABASE_CLOSED', `the claim store at ${path} is closed`, 'Open it again.', error);
    }
    return error;
  }
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return storeError(
      'DISK_FULL',
      `no space left for ${path}`,
      'Free some space and index again; finished work is kept.',
      error,
    );
  }
  // A short read: the file was truncated.
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || code === 'SQLITE_IOERR_SHORT_READ') {
    return storeError(
      'DATABASE_CORRUPT',
      `${path} is not a readable database`,
      'Restore a backup, or delete the file and index again: it is derived from the notes.',
      error,
    );
  }
  if (code.startsWith('SQLITE_READONLY') || code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return storeError(
      'DATABASE_READONLY',
      `${path} can't be written`,
      'Check the permissions of the file and its folder.',
      error,
    );
  }
  if (code.startsWith('SQLITE_BUSY') || code === 'SQLITE_LOCKED') {
    return storeError(
      'DATABASE_BUSY',
      `another process is writing ${path}`,
      'Wait for it to finish, or stop it.',
      error,
    );
  }
  if (code === 'SQLITE_CANTOPEN' || code === 'ENOENT' || code === 'ENOTDIR') {
    return storeError(
      'DATABASE_IO',
      `${path} can't be opened`,
      'Check that its folder exists and may be written.',
      error,
    );
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return storeError(
      'DATABASE_IO',
      `reading or writing ${path} failed`,
      'Check the disk and its free space.',
      error,
    );
  }
  return error;
}

/** Creates a store error. */
export function storeError(
  code: StoreErrorCode,
  message: string,
  hint: string,
  cause?: unknown,
): ClaimsError<StoreErrorCode> {
  return new ClaimsError(message, { code, hint, cause });
}

function errorCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}
