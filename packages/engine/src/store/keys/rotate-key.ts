import { openClaimStore } from '@memora/claims';
import { planRekey } from '@memora/claims/internal';
import { acquireVaultLock } from '@memora/vault';
import { MemoryError } from '../../memory-error.ts';
import { openDriver } from '../open-driver.ts';
import type { StoreHandle } from '../store-handle.ts';
import { readDatabaseForm } from './open-driver-of.ts';
import {
  finishRotation,
  KEYS_LOCK,
  type KeyPorts,
  type RekeyedBackup,
  rekeyDatabaseFile,
} from './settle-database.ts';

/** The result of replacing a key. */
export interface KeyRotationReport {
  /** Numbers of the old and the new key. They reveal nothing about the keys. */
  readonly replaced: string;
  readonly keyId: string;
  /** Secret claims that are encrypted under the new key. */
  readonly secrets: number;
  /** The recorded backups. Nobody can read any that remain under the old key. */
  readonly backups: readonly RekeyedBackup[];
}

/** The dependencies of replacing a key. */
interface RotatePorts extends KeyPorts {
  readonly store: StoreHandle;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  /** Runs a writing task while no other task of this process writes. */
  readonly write: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Reads notes again: their secret claims have new ids. */
  readonly index: (paths: readonly string[]) => Promise<unknown>;
}

/**
 * Replaces the key of a vault. A copy of the database under the new key is written next to the old one and
 * replaces it in one step. Then the backups that Memora wrote are converted, and the old key is deleted.
 * Until then both keys are kept, and the next run that writes finishes or undoes an interrupted replacement.
 * Throws `KEY_UNAVAILABLE`, `DATABASE_BUSY`, `VAULT_LOCKED`.
 */
export async function rotateKey(ports: RotatePorts): Promise<KeyRotationReport> {
  const { notePaths, ...report } = await ports.write(() => replaceKey(ports));
  await ports.index([...notePaths]);
  const store = await ports.store.read();
  return { ...report, secrets: await store.countClaims({ bands: ['secret'] }) };
}

async function replaceKey(ports: RotatePorts) {
  const { root, env, path, store, codec, readNote } = ports;
  // Creates the database if there is none, converts it to the configured form, and finishes an earlier
  // replacement of the key.
  await store.write();
  await store.close();
  const { reason } = await codec();
  await codec.close((opened) => opened.close());
  if (reason !== null) throw unavailable(reason);
  const { configFolder, openKeyring, openKeyRotation } = await import('@memora/privacy/keyring');
  const at = { vaultRoot: root, configDir: configFolder(env) };
  const rotation = await openKeyRotation(at);
  await using lock = await acquireVaultLock(root, KEYS_LOCK);
  void lock;
  await using from = await openKeyring(at);
  await using next = await rotation.openNext();
  let plan: Awaited<ReturnType<typeof planRekey>>;
  {
    const driver = await openDriver(path, readDatabaseForm(path) === 'other', codec);
    await using known = await openClaimStore({
      path,
      readonly: true,
      ...(driver === undefined ? {} : { driver }),
    });
    plan = await planRekey(known.database, { from, to: next, readNote });
  }
  await codec.close((opened) => opened.close());
  await rekeyDatabaseFile(path, from, next, plan);
  const backups = await finishRotation({ root, env, from, next, rotation, plan });
  return { replaced: from.keyId, keyId: next.keyId, backups, notePaths: plan.notePaths };
}

function unavailable(reason: string): MemoryError<'KEY_UNAVAILABLE'> {
  return new MemoryError(`this vault has no key to replace (${reason})`, {
    code: 'KEY_UNAVAILABLE',
    hint: 'Set MEMORA_CONFIG_DIR to a folder that can be written.',
  });
}
