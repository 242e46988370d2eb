import { createRequire } from 'node:module';
import { ClaimsError } from '../../model/errors/claims-error.ts';
import type { Database } from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import type { SqliteDriver } from './sqlite-driver.ts';

const KEY_BYTES = 32;

/**
 * Creates a driver that encrypts the whole database file, its write-ahead log and its backups with a key of 32 bytes. Needs the optional peer
 * `better-sqlite3-multiple-ciphers`. Throws `DATABASE_KEY` if the file was written with another key or none, and `CIPHERS_NOT_INSTALLED` without the package.
 * You must keep the key: if it is lost, the vault must be indexed again.
 */
export function encryptedDriver(key: Uint8Array): SqliteDriver {
  if (key.length !== KEY_BYTES) throw keyError(`a key has ${KEY_BYTES} bytes`);
  const hex = Buffer.from(key).toString('hex');
  return (path, options) => {
    const db = new (loadCiphers())(path, options);
    try {
      db.pragma("cipher = 'chacha20'");
      db.pragma(`key = "x'${hex}'"`);
      prepareQuery(db, 'countSchemaObjects').get();
      return db;
    } catch (error) {
      db.close();
      if ((error as { code?: unknown }).code !== 'SQLITE_NOTADB') throw error;
      throw keyError(`${path} was not written under this key`);
    }
  };
}

/**
 * Rewrites every page of a database that nobody else has open with another key; `null` means none. Nothing readable is written next to it in the meantime. Throws
 * `CIPHERS_NOT_INSTALLED`.
 */
export function rekeyDatabase(path: string, from: Uint8Array | null, to: Uint8Array | null): void {
  const options = { readonly: false, timeout: 0 };
  const db = from === null ? new (loadCiphers())(path, options) : encryptedDriver(from)(path, options);
  try {
    db.pragma('temp_store = MEMORY');
    db.pragma('journal_mode = MEMORY');
    db.pragma("cipher = 'chacha20'");
    db.pragma(`rekey = ${to === null ? "''" : `"x'${Buffer.from(to).toString('hex')}'"`}`);
  } finally {
    db.close();
  }
}

function loadCiphers(): new (path: string, options: Parameters<SqliteDriver>[1]) => Database {
  try {
    return createRequire(import.meta.url)('better-sqlite3-multiple-ciphers');
  } catch (cause) {
    throw new ClaimsError('an encrypted database needs better-sqlite3-multiple-ciphers', {
      code: 'CIPHERS_NOT_INSTALLED',
      hint: 'Install better-sqlite3-multiple-ciphers 13.0.3 next to @memora/claims.',
      cause,
    });
  }
}

function keyError(message: string): ClaimsError<'DATABASE_KEY'> {
  return new ClaimsError(message, {
    code: 'DATABASE_KEY',
    hint: 'Give the key it was made with, or delete the file and index again: it is derived from the notes.',
  });
}
