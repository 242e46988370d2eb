import type { SqliteDriver } from '@memora/claims';
import { readVaultKeyId } from '@memora/claims/internal';
import { placeAt, readHead } from '@memora/privacy/files';
import type { Keyring } from '@memora/privacy/keyring';

const PLAIN_HEAD = 'SQLite format 3\0';

/**
 * The kind of a database file by its first bytes: absent or empty, readable by SQLite as it is, or anything
 * else, such as encrypted.
 */
type DatabaseForm = 'absent' | 'plain' | 'other';

/** Inspects the first bytes of a database file. */
export function readDatabaseForm(path: string): DatabaseForm {
  const head = path === ':memory:' ? null : readHead(placeAt(path), PLAIN_HEAD.length);
  if (head === null || head.length === 0) return 'absent';
  return Buffer.from(head).toString('latin1') === PLAIN_HEAD ? 'plain' : 'other';
}

/**
 * The driver whose key opens a file that is not readable as it is; null if the key does not open it or the
 * decryption package is not installed.
 */
export async function driverUnder(path: string, databaseKey: Uint8Array): Promise<SqliteDriver | null> {
  const { encryptedDriver } = await import('@memora/claims/encrypted');
  const driver = encryptedDriver(databaseKey);
  try {
    driver(path, { readonly: true, timeout: 2000 }).close();
    return driver;
  } catch {
    return null;
  }
}

/**
 * True if a database was rewritten under a key: it contains the key's number, or opens under no other key.
 */
export async function isUnderKey(path: string, { databaseKey, keyId }: Keyring): Promise<boolean> {
  const form = readDatabaseForm(path);
  if (form === 'absent') return false;
  try {
    const { plainDriver } = await import('@memora/claims/internal');
    const driver = form === 'plain' ? plainDriver : await driverUnder(path, databaseKey);
    if (driver === null) return false;
    const db = driver(path, { readonly: true, timeout: 2000 });
    try {
      return readVaultKeyId(db) === keyId;
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}
