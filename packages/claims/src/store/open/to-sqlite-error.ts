/** Names of SQLite's result codes (sqlite.org/rescode.html) that a store distinguishes; others are generic errors. */
const NAMES = new Map([
  [3, 'SQLITE_PERM'],
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [9, 'SQLITE_INTERRUPT'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [18, 'SQLITE_TOOBIG'],
  [19, 'SQLITE_CONSTRAINT'],
  [26, 'SQLITE_NOTADB'],
]);
/** A short read: the extended code for a truncated file. */
const SHORT_READ = 522;

/**
 * Gives an error of `node:sqlite` the `code` that `better-sqlite3` would give it: `SQLITE_BUSY` for the number 5 and its extended codes. A closed database is a
 * `TypeError` there. Other errors are returned unchanged.
 */
export function toSqliteError(error: unknown): unknown {
  const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown };
  if (
    code === 'ERR_INVALID_STATE' &&
    /database is not open|statement has been finalized/.test(String(message))
  )
    return new TypeError('The database connection is not open', { cause: error });
  if (code !== 'ERR_SQLITE_ERROR' || typeof errcode !== 'number') return error;
  const name =
    errcode === SHORT_READ ? 'SQLITE_IOERR_SHORT_READ' : (NAMES.get(errcode & 0xff) ?? 'SQLITE_ERROR');
  return Object.assign(new Error(String(message), { cause: error }), { name: 'SqliteError', code: name });
}
