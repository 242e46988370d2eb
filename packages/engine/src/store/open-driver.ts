import type { SqliteDriver } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { OpenedCodec } from './open-codec.ts';

/**
 * What opens the database: SQLite's own driver (undefined), or one that encrypts the whole file under the vault's key. Throws
 * `KEY_UNAVAILABLE` where encryption is wanted and no key can be kept, and `CIPHERS_NOT_INSTALLED`.
 */
export async function openDriver(
  isEncrypted: boolean,
  openCodec: () => Promise<OpenedCodec>,
): Promise<SqliteDriver | undefined> {
  if (!isEncrypted) return undefined;
  const { databaseKey, reason } = await openCodec();
  if (databaseKey === null) {
    throw new MemoraError(`the database is to be encrypted, and there is no key (${reason})`, {
      code: 'KEY_UNAVAILABLE',
      hint: 'Set MEMORA_CONFIG_DIR to a folder that can be written, or privacy.encrypt_database to false.',
    });
  }
  const { encryptedDriver } = await import('@memora/claims/encrypted');
  return encryptedDriver(databaseKey);
}
