import { createRequire } from 'node:module';
import { ClaimsError } from '../../model/errors/claims-error.ts';
import type { Database } from '../../model/sqlite-database.ts';
import { hasNodeSqlite, nodeDriver, openBytesByNode } from './node-driver.ts';
import type { SqliteDriver } from './sqlite-driver.ts';

type Constructor = new (path: string | Buffer, options: Parameters<SqliteDriver>[1]) => Database;

let chosen: SqliteDriver | null = null;

/**
 * Unencrypted SQLite: `better-sqlite3`, or `node:sqlite` if that package or its native part is not installed for this runtime. Throws `SQLITE_NOT_INSTALLED` if
 * neither is available.
 */
export const plainDriver: SqliteDriver = (path, options) => {
  chosen ??= chooseDriver();
  return chosen(path, options);
};

/** Opens these bytes as an in-memory database for reading; null if this runtime can't. */
export function openBytes(bytes: Buffer): Database | null {
  try {
    return new (loadNative())(bytes, { readonly: true, timeout: 0 });
  } catch {
    return openBytesByNode(bytes);
  }
}

function chooseDriver(): SqliteDriver {
  try {
    return nativeDriver();
  } catch (cause) {
    if (hasNodeSqlite()) return nodeDriver();
    throw new ClaimsError('no SQLite can be loaded here', {
      code: 'SQLITE_NOT_INSTALLED',
      hint: 'Install better-sqlite3 for this runtime, or use Node 22.16 or newer.',
      cause,
    });
  }
}

/** Opens a database to load the native part, which takes less than a millisecond. */
function nativeDriver(): SqliteDriver {
  const Sqlite = loadNative();
  new Sqlite(':memory:', { readonly: false, timeout: 0 }).close();
  return (path, options) => new Sqlite(path, options);
}

function loadNative(): Constructor {
  return createRequire(import.meta.url)('better-sqlite3');
}
