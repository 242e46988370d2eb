import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { openDatabase } from './open-database.ts';
import { storeError, toStoreError } from './to-store-error.ts';

/** Writes a compact, consistent copy while others read and write. Throws `BACKUP_EXISTS` before it overwrites a file. */
export function backupDatabase(db: BetterSqlite3.Database, target: string): void {
  if (existsSync(target)) throw backupExists(target);
  const partial = `${target}.partial-${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  rmSync(partial, { force: true });
  try {
    db.prepare('VACUUM INTO ?').run(partial);
    try {
      // Unlike a rename, a link fails where somebody made the file meanwhile.
      linkSync(partial, target);
    } catch (error) {
      throw (error as { code?: unknown }).code === 'EEXIST' ? backupExists(target) : error;
    }
  } finally {
    rmSync(partial, { force: true });
  }
}

/**
 * Replaces the content of the database at `path` with that of a backup, page by page under SQLite's own locks, so that other
 * processes see either the old or the new. Throws `BACKUP_INVALID` before it touches anything, `DATABASE_BUSY` while another writes.
 */
export async function restoreBackup(backup: string, path: string): Promise<void> {
  const source = openBackup(backup);
  try {
    // Opened raw: what stands there now may be damaged or of another version.
    mkdirSync(dirname(path), { recursive: true });
    await source.backup(path);
  } catch (error) {
    throw toStoreError(error, path);
  } finally {
    source.close();
  }
}

function openBackup(backup: string): BetterSqlite3.Database {
  try {
    const source = openDatabase(backup, { readonly: true });
    const [first] = source.prepare<[], string>('PRAGMA integrity_check(1)').pluck().all();
    if (first === 'ok') return source;
    source.close();
  } catch (cause) {
    throw storeError(
      'BACKUP_INVALID',
      `${backup} is not a backup of this version`,
      'Choose another backup.',
      cause,
    );
  }
  throw storeError('BACKUP_INVALID', `${backup} is damaged`, 'Choose another backup.');
}

function backupExists(target: string) {
  return storeError('BACKUP_EXISTS', `${target} exists`, 'Give a path where no file stands.');
}
