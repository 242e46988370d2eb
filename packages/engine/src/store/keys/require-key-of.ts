import { resolve } from 'node:path';
import { MemoryError } from '../../memory-error.ts';
import { readWritten } from '../../privacy/erasing/written-files.ts';
import { driverUnder, readDatabaseForm } from './open-driver-of.ts';
import type { KeyPorts } from './settle-database.ts';

/**
 * Throws `BACKUP_KEY` for a copy that is encrypted under another key than the vault's, and names the key that
 * it needs.
 */
export async function requireKeyOf(backup: string, { root, env, codec }: KeyPorts): Promise<void> {
  if (readDatabaseForm(backup) !== 'other') return;
  const { keyring } = await codec();
  if (keyring !== null && (await driverUnder(backup, keyring.databaseKey)) !== null) return;
  const known = readWritten(root, env).find(({ path }) => path === resolve(backup))?.keyId;
  const { configFolder, openKeyRotation } = await import('@memora/privacy/keyring');
  const past =
    keyring === null ? [] : (await openKeyRotation({ vaultRoot: root, configDir: configFolder(env) })).past();
  const gone = past.find(({ keyId }) => keyId === known);
  // For an unrecorded copy, encrypted and damaged look alike.
  if (known === undefined && past.length === 0) return;
  if (known === keyring?.keyId) return;
  const which =
    known === undefined
      ? `a key other than that of the vault; replaced so far: ${past.map(({ keyId, replaced }) => `${keyId} on ${replaced.slice(0, 10)}`).join(', ')}`
      : `key ${known}${gone === undefined ? '' : `, which was replaced on ${gone.replaced.slice(0, 10)}`}`;
  throw new MemoryError(`${backup} is encrypted under ${which}`, {
    code: 'BACKUP_KEY',
    hint: 'Restore that key from a backup of your configuration folder (keys/), or run `memora index`: everything can be rebuilt from the notes.',
  });
}
