import type { SqliteDriver } from '@memora/claims';
import { plainDriver, type planRekey, rekeySecrets, rewriteDatabaseFile } from '@memora/claims/internal';
import { MemoraError } from '@memora/core';
import type { KeyRotation, Keyring } from '@memora/privacy/keyring';
import { acquireVaultLock } from '@memora/vault';
import type { Lazy } from '../../concurrency/lazily.ts';
import { MemoryError } from '../../memory-error.ts';
import { removeVectors } from '../../privacy/erasing/remove-vectors.ts';
import { isGone } from '../../privacy/erasing/uncleaned-backup.ts';
import { readWritten } from '../../privacy/erasing/written-files.ts';
import { findAside } from '../find-aside.ts';
import type { OpenedCodec } from '../open-codec.ts';
import { driverUnder, isUnderKey, readDatabaseForm } from './open-driver-of.ts';

/** The database of a vault, and the keys that may open it. */
export interface KeyPorts {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly path: string;
  /** `privacy.encrypt_database`. */
  readonly isEncrypted: boolean;
  readonly codec: Lazy<OpenedCodec>;
}

/** The lock that a process holds while it replaces the key of a vault. */
export const KEYS_LOCK = 'keys';

/**
 * Converts the database to the configured form, encrypted or not, before anything is written to it. Finishes
 * or reverts a replacement of the key that a crash interrupted. Returns what was done. Throws `DATABASE_BUSY`
 * if another process has it open.
 */
export async function settleDatabase(
  ports: KeyPorts,
  alone: () => Promise<void>,
): Promise<readonly string[]> {
  return [...(await settleRotation(ports)), ...(await settleEncryption(ports, alone))];
}

async function settleRotation({ root, env, path, codec }: KeyPorts): Promise<readonly string[]> {
  const { configFolder, openKeyring, openKeyRotation } = await import('@memora/privacy/keyring');
  const { keyring } = await codec();
  if (keyring === null) return [];
  const at = { vaultRoot: root, configDir: configFolder(env) };
  const rotation = await openKeyRotation(at);
  if (!rotation.isOpen()) return [];
  await using lock = await acquireVaultLock(root, KEYS_LOCK).catch(orBusy);
  void lock;
  // Another process may have finished it meanwhile.
  if (!rotation.isOpen()) return [];
  await using next = await rotation.openNext();
  if (!(await isUnderKey(path, next))) {
    rotation.drop();
    return ['replacing the key of this vault was interrupted, and is undone: run `memora key rotate` again'];
  }
  await using from = await openKeyring(at);
  await finishRotation({ root, env, from, next, rotation, plan: null });
  return ['replacing the key of this vault was interrupted, and is finished now'];
}

/** The steps that remain once the database is under the next key. */
interface FinishPorts {
  readonly root: string;
  readonly env: KeyPorts['env'];
  readonly from: Keyring;
  readonly next: Keyring;
  readonly rotation: KeyRotation;
  /** Created for the database; null if an interrupted replacement is being finished. */
  readonly plan: Awaited<ReturnType<typeof planRekey>> | null;
}

/** A backup, and its result. */
export interface RekeyedBackup {
  readonly path: string;
  readonly outcome: 'rekeyed' | 'missing' | 'failed';
}

/** Also converts the backups that Memora remembers to the next key, and deletes the old key. */
export async function finishRotation(ports: FinishPorts): Promise<readonly RekeyedBackup[]> {
  const { root, env, from, next, rotation } = ports;
  const none = { from, to: next, fingerprints: new Map<string, string>(), notePaths: new Set<string>() };
  const backups: RekeyedBackup[] = [];
  for (const { kind, path } of readWritten(root, env)) {
    if (kind !== 'backup') continue;
    if (isGone(path)) backups.push({ path, outcome: 'missing' });
    else if (await isUnderKey(path, next)) backups.push({ path, outcome: 'rekeyed' });
    else backups.push({ path, outcome: await rekeyFile(path, from, next, ports.plan ?? none) });
  }
  rotation.promote(from.keyId);
  return backups;
}

async function rekeyFile(
  path: string,
  from: Keyring,
  next: Keyring,
  plan: NonNullable<FinishPorts['plan']>,
): Promise<RekeyedBackup['outcome']> {
  try {
    await rekeyDatabaseFile(path, from, next, plan);
    return 'rekeyed';
  } catch {
    return 'failed';
  }
}

/** Rewrites a database under the next key: its encrypted values, and the file if it is encrypted. */
export async function rekeyDatabaseFile(
  path: string,
  from: Keyring,
  next: Keyring,
  plan: NonNullable<FinishPorts['plan']>,
): Promise<void> {
  const change = (db: Parameters<typeof rekeySecrets>[0]) => rekeySecrets(db, plan);
  if (readDatabaseForm(path) === 'plain') {
    rewriteDatabaseFile(path, { driver: plainDriver, change });
    return;
  }
  const { rekeyDatabase } = await import('@memora/claims/encrypted');
  const driver = await driverUnder(path, from.databaseKey);
  if (driver === null) throw notUnderKey(path);
  rewriteDatabaseFile(path, {
    driver,
    change,
    seal: (draft) => rekeyDatabase(draft, from.databaseKey, next.databaseKey),
  });
}

async function settleEncryption(ports: KeyPorts, alone: () => Promise<void>): Promise<readonly string[]> {
  const { root, env, path, isEncrypted } = ports;
  const form = readDatabaseForm(path);
  if (form === 'absent' || (form === 'plain') === !isEncrypted) return [];
  const { databaseKey } = await ports.codec();
  // The caller that opens the database reports it.
  if (databaseKey === null) return [];
  const { rekeyDatabase } = await import('@memora/claims/encrypted');
  if (!isEncrypted) {
    const driver = await driverUnder(path, databaseKey);
    // Damaged, or under a deleted key: the caller that opens it reports that.
    if (driver === null) return [];
    await alone();
    rewriteDatabaseFile(path, { driver, seal: (draft) => rekeyDatabase(draft, databaseKey, null) });
    return ['the database is no longer encrypted, as privacy.encrypt_database says'];
  }
  const told: string[] = [];
  const encrypt = (file: string, driver: SqliteDriver) =>
    rewriteDatabaseFile(file, { driver, seal: (draft) => rekeyDatabase(draft, null, databaseKey) });
  // Readable copies first: if this process ends here, the database is unchanged and the replacement starts
  // again.
  await alone();
  removeVectors(root);
  for (const { kind, path: backup } of readWritten(root, env)) {
    if (kind !== 'backup' || isGone(backup) || readDatabaseForm(backup) !== 'plain') continue;
    try {
      encrypt(backup, plainDriver);
    } catch (error) {
      const code = (error as { code?: string }).code ?? 'unknown';
      told.push(`the backup ${backup} could not be encrypted (${code}): delete it, or run this again`);
    }
  }
  encrypt(path, plainDriver);
  const kept = findAside(root);
  if (kept.length > 0)
    told.push(
      `databases that were set aside stay readable: delete ${kept.map((name) => `.memora/${name}`).join(', ')}`,
    );
  return ['the database is encrypted now, and the backups that Memora wrote', ...told];
}

function orBusy(error: unknown): never {
  if (!MemoraError.isInstance(error) || error.code !== 'VAULT_LOCKED') throw error;
  throw new MemoryError('another process is replacing the key of this vault', {
    code: 'DATABASE_BUSY',
    hint: 'Wait for it to finish.',
    cause: error,
  });
}

function notUnderKey(path: string): MemoryError<'DATABASE_KEY'> {
  return new MemoryError(`${path} was not written with the key of this vault`, {
    code: 'DATABASE_KEY',
    hint: 'Delete it, or put back the key it was made with.',
  });
}
