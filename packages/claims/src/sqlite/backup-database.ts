import { existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { openDatabase, type SqliteDriver } from './open-database.ts';
import { storeError, toStoreError } from './to-store-error.ts';

/** Writes a compact, consistent copy while others read and write. Throws `BACKUP_EXISTS` before it overwrites a file. */
export function backupDatabase(db: BetterSqlite3.Database, target: string): void {
  if (existsSync(target)) throw backupExists(target);
  const partial = `${target}.partial-${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  rmSync(partial, { force: true });
  try {
    copyInto(db, partial);
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

/** Writes a copy that nobody else can read, not even while it is written: SQLite fills an empty file that is there. */
function copyInto(db: BetterSqlite3.Database, path: string): void {
  writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
  db.prepare('VACUUM INTO ?').run(path);
}

/**
 * Replaces the content of the database at `path` with that of a backup, page by page under SQLite's own locks, so that other
 * processes see either the old or the new. Throws `BACKUP_INVALID` before it touches anything, `DATABASE_BUSY` while another writes.
 * What a driver encrypts is written anew and put in its place: then `DATABASE_BUSY` while any other process has it open.
 */
export async function restoreBackup(backup: string, path: string, driver?: SqliteDriver): Promise<void> {
  const source = openBackup(backup, driver);
  try {
    // Opened raw: what stands there now may be damaged or of another version.
    mkdirSync(dirname(path), { recursive: true });
    if (driver === undefined) await source.backup(path);
    else replaceDatabase(source, path, driver);
  } catch (error) {
    throw toStoreError(error, path);
  } finally {
    source.close();
  }
}

function replaceDatabase(source: BetterSqlite3.Database, path: string, driver: SqliteDriver): void {
  const partial = `${path}.partial-${process.pid}`;
  rmSync(partial, { force: true });
  try {
    copyInto(source, partial);
    settle(path, driver);
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    renameSync(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Makes sure that nobody has the database open. One that can't be read is nobody's. */
function settle(path: string, driver: SqliteDriver): void {
  if (!existsSync(path)) return;
  let db: BetterSqlite3.Database | null = null;
  try {
    db = driver(path, { readonly: false, timeout: 10_000 });
    db.pragma('journal_mode = DELETE');
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error;
  } finally {
    db?.close();
  }
}

function openBackup(backup: string, driver: SqliteDriver | undefined): BetterSqlite3.Database {
  try {
    const source = openDatabase(backup, { readonly: true, ...(driver && { driver }) });
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
