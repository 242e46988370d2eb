import { existsSync, statSync } from 'node:fs';
import {
  besides,
  fileRefused,
  fillFile,
  inspectDatabase,
  makeDatabaseFile,
  placeAt,
  removeFile,
} from '@memora/privacy/files';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { openDatabase } from './open-database.ts';
import { plainDriver } from './plain-driver.ts';
import type { SqliteDriver } from './sqlite-driver.ts';
import { storeError, toStoreError } from './to-store-error.ts';

/** Writes a compact, consistent copy while others read and write. Throws `BACKUP_EXISTS` instead of overwriting a file. */
export function backupDatabase(db: Sqlite.Database, target: string): void {
  if (existsSync(target)) throw backupExists(target);
  try {
    fillFile(placeAt(target), (draft) => copyInto(db, draft), { isNew: true, folderMode: 0o777 });
  } catch (error) {
    throw (error as { code?: unknown }).code === 'EEXIST' ? backupExists(target) : error;
  }
}

/** Writes a copy that nobody else can read at any time: SQLite fills the empty file that was created with a restricted mode. */
function copyInto(db: Sqlite.Database, draft: string): void {
  db.prepare('VACUUM INTO ?').run(draft);
  // SQLite opens the path again; if the folder was replaced, the draft stays empty.
  if (statSync(draft).size === 0) throw fileRefused(draft, 'was replaced meanwhile', 'Try again.');
}

/**
 * Replaces the content of the database at `path` with that of a backup, page by page under SQLite's own locks, so that other processes see either the old or
 * the new content. Throws `BACKUP_INVALID` before it changes anything, `DATABASE_BUSY` while another process writes. An encrypted database is written to a new
 * file that replaces the old one: `DATABASE_BUSY` if any other process has it open. `replaced` opens the existing database if it is encrypted differently.
 */
export async function restoreBackup(
  backup: string,
  path: string,
  driver?: SqliteDriver,
  replaced: SqliteDriver | undefined = driver,
): Promise<void> {
  const source = openBackup(backup, driver);
  try {
    // Opened raw: the existing file may be damaged or from another version.
    makeDatabaseFile(placeAt(path));
    if (driver === undefined && replaced === undefined) await source.backup(path);
    else replaceDatabase(source, path, replaced ?? plainDriver);
  } catch (error) {
    throw toStoreError(error, path);
  } finally {
    source.close();
  }
}

function replaceDatabase(source: Sqlite.Database, path: string, driver: SqliteDriver): void {
  const place = placeAt(path);
  fillFile(place, (draft) => {
    copyInto(source, draft);
    settle(path, driver);
    for (const suffix of ['-wal', '-shm']) removeFile(besides(place, `${place.parts.at(-1)}${suffix}`));
  });
}

/** Checks that nobody has the database open. An unreadable one is not in use. */
function settle(path: string, driver: SqliteDriver): void {
  if (!existsSync(path)) return;
  let db: Sqlite.Database | null = null;
  try {
    db = driver(path, { readonly: false, timeout: 10_000 });
    db.pragma('journal_mode = DELETE');
  } catch (error) {
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error;
  } finally {
    db?.close();
  }
}

/** Opens a backup for reading. Throws `BACKUP_INVALID`. */
export function openBackup(backup: string, driver: SqliteDriver | undefined): Sqlite.Database {
  try {
    inspectDatabase(placeAt(backup));
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
  return storeError('BACKUP_EXISTS', `${target} exists`, 'Give a path where there is no file yet.');
}
