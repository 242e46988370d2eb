import type { SqliteDriver } from '@memora/claims';
import { MemoryError } from '../memory-error.ts';
import { driverUnder, readDatabaseForm } from './keys/open-driver-of.ts';
import type { OpenedCodec } from './open-codec.ts';

/**
 * The driver that opens a database: SQLite's own (undefined), or one that encrypts the whole file under the
 * vault's key. An existing file is opened in its current form, whatever is configured for new ones; the next
 * run that writes converts it. Throws `KEY_UNAVAILABLE` if encryption is configured and no key can be stored,
 * and `CIPHERS_NOT_INSTALLED`.
 */
export async function openDriver(
  path: string,
  isEncrypted: boolean,
  openCodec: () => Promise<OpenedCodec>,
): Promise<SqliteDriver | undefined> {
  const form = readDatabaseForm(path);
  if (form === 'plain' || (form === 'absent' && !isEncrypted)) return undefined;
  const { databaseKey, reason } = await openCodec();
  if (!isEncrypted) return (databaseKey === null ? null : await driverUnder(path, databaseKey)) ?? undefined;
  if (databaseKey === null) {
    throw new MemoryError(`the database must be encrypted, and there is no key (${reason})`, {
      code: 'KEY_UNAVAILABLE',
      hint: 'Set MEMORA_CONFIG_DIR to a folder that can be written, or privacy.encrypt_database to false.',
    });
  }
  const { encryptedDriver } = await import('@memora/claims/encrypted');
  return encryptedDriver(databaseKey);
}
