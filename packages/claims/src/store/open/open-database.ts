import { accessSync, closeSync, constants, existsSync, fstatSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  confirmDatabase,
  folderOf,
  inspectDatabase,
  makeDatabaseFile,
  makeFolder,
  openToRead,
  placeAt,
} from '@memora/privacy/files';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { assertOurs, MIGRATIONS, migrateDatabase, versionOf } from '../schema/migrate-database.ts';
import { refuseForeignSchema } from '../schema/refuse-foreign-schema.ts';
import { openBytes, plainDriver } from './plain-driver.ts';
import { rememberStatements } from './remember-statements.ts';
import type { SqliteDriver } from './sqlite-driver.ts';
import { storeError, toStoreError } from './to-store-error.ts';

/** Page cache of a connection, in KiB: without it, each question reads the pages of a large vault again. */
const MOST_CACHED_KIB = 65_536;

export interface OpenDatabaseOptions {
  readonly driver?: SqliteDriver;
  readonly readonly?: boolean;
  /** How long a writer waits for another process, in milliseconds. */
  readonly busyTimeout?: number;
  /** The migrations of this version by default. Tests pass additional ones. */
  readonly migrations?: readonly string[];
}

/**
 * Opens the database and, unless `readonly`, creates and migrates it. Two processes may do so at once: each migration runs under `BEGIN IMMEDIATE`, and the
 * second process finds nothing left to do. Throws `DATABASE_NEWER`, `DATABASE_CORRUPT`, `DATABASE_FOREIGN`, `DATABASE_MISSING`, `DATABASE_READONLY`,
 * `DATABASE_BUSY`, `DATABASE_IO`, `DISK_FULL`.
 */
export function openDatabase(path: string, options: OpenDatabaseOptions = {}): Sqlite.Database {
  const { readonly = false, migrations = MIGRATIONS } = options;
  let db: Sqlite.Database | null = null;
  try {
    if (path !== ':memory:') assertAccess(path, readonly);
    const driver = options.driver ?? plainDriver;
    const timeout = options.busyTimeout ?? 10_000;
    const readFirst = (opened: Sqlite.Database): void => {
      // The file behind a copy was checked when it was read.
      if (path !== ':memory:' && opened.name !== ':memory:') confirmDatabase(placeAt(path));
      distrustSchema(opened);
      opened.pragma(`cache_size = -${MOST_CACHED_KIB}`);
      assertOurs(opened, path, migrations);
    };
    db = driver(path, { readonly, timeout });
    try {
      readFirst(db);
    } catch (error) {
      if (!readonly || !lacksSharedFile(error)) throw error;
      db.close();
      db = readAlone(path, driver, timeout);
      readFirst(db);
    }
    refuseForeignSchema(db, path, migrations);
    if (readonly) {
      if (versionOf(db) < migrations.length) {
        throw storeError(
          'DATABASE_MISSING',
          `${path} was never indexed by this version`,
          'Run an index first.',
        );
      }
    } else {
      configureWriter(db);
      migrateDatabase(db, path, migrations);
    }
    return rememberStatements(db);
  } catch (error) {
    db?.close();
    throw toStoreError(error, path);
  }
}

/** Readers of a database share a small file next to it. It can't be created on a full or read-only disk or in a read-only folder. */
function lacksSharedFile(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  return (
    code.startsWith('SQLITE_IOERR_SHM') || code === 'SQLITE_CANTOPEN' || code === 'SQLITE_READONLY_DIRECTORY'
  );
}

/**
 * Returns an in-memory copy, which needs no such file. A database that is encrypted, large or can't be copied is opened exclusively instead, and others have to
 * wait. After a killed writer, closing the exclusive connection moves its committed log into the database, as every last connection does.
 */
function readAlone(path: string, driver: SqliteDriver, timeout: number): Sqlite.Database {
  if (!mayWrite(path))
    return openCopy(bytesOnReadOnlyDisk(path)) ?? driver(path, { readonly: true, timeout });
  const alone = driver(path, { readonly: false, timeout });
  try {
    alone.pragma('locking_mode = EXCLUSIVE');
    alone.pragma('query_only = ON');
    confirmDatabase(placeAt(path));
    // Waits for other connections, and throws if they stay. A copy of a locked database would only report that memory ran out.
    alone.pragma('user_version');
    const copy = copyOf(alone);
    if (copy === null) return alone;
    alone.close();
    return copy;
  } catch (error) {
    alone.close();
    throw error;
  }
}

/** Null if it is too large for memory or can't be copied. */
function copyOf(db: Sqlite.Database): Sqlite.Database | null {
  const pages = Number(db.pragma('page_count', { simple: true }));
  if (pages * Number(db.pragma('page_size', { simple: true })) > MOST_COPIED) return null;
  try {
    return openCopy(db.serialize());
  } catch {
    return null;
  }
}

/** Maximum size of an in-memory copy, in bytes. */
const MOST_COPIED = 512 * 1024 * 1024;
const PLAIN = 'SQLite format 3';

function openCopy(bytes: Buffer | null): Sqlite.Database | null {
  if (bytes?.toString('latin1', 0, PLAIN.length) !== PLAIN) return null;
  // A copy has no write-ahead log.
  bytes.fill(1, 18, 20);
  const copy = openBytes(bytes);
  copy?.pragma('query_only = ON');
  return copy;
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the file's bytes; null if it has a log, is too large, or changed meanwhile. */
function bytesOnReadOnlyDisk(path: string): Buffer | null {
  const opened = openToRead(placeAt(path));
  if (opened === null) return null;
  const { file, found: before } = opened;
  try {
    confirmDatabase(placeAt(path));
    if (before.size > MOST_COPIED) return null;
    const bytes = readFileSync(file);
    const { size, mtimeMs } = fstatSync(file);
    const isSame = size === before.size && mtimeMs === before.mtimeMs;
    return isSame && !existsSync(`${path}-wal`) ? bytes : null;
  } finally {
    closeSync(file);
  }
}

/** Schema functions may only compute, and a damaged page is reported. */
function distrustSchema(db: Sqlite.Database): void {
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
}

function assertAccess(path: string, readonly: boolean): void {
  const place = placeAt(path);
  if (readonly) {
    if (!inspectDatabase(place))
      throw storeError('DATABASE_MISSING', `there is no database at ${path}`, 'Run an index first.');
    return;
  }
  makeFolder(folderOf(place));
  // SQLite falls back to read-only and fails at the first write; report that now instead.
  accessSync(dirname(path), constants.W_OK);
  if (existsSync(path)) accessSync(path, constants.W_OK);
  // Only the user may read the index. SQLite gives its log the mode of the database, so this comes first.
  makeDatabaseFile(place);
}

function configureWriter(db: Sqlite.Database): void {
  retryBusy(() => db.pragma('journal_mode = WAL'));
  // In WAL mode NORMAL survives a crash of the program; a power cut can lose the last commits, never the file.
  db.pragma('synchronous = NORMAL');
  db.pragma('temp_store = MEMORY');
  db.pragma('wal_autocheckpoint = 4000');
  db.pragma('journal_size_limit = 67108864');
  // Overwrites deleted data instead of leaving it in free pages: it may become secret later. It costs no measurable time.
  db.pragma('secure_delete = ON');
}

/** Switching to WAL needs a moment of exclusive access and does not wait by itself. */
function retryBusy(work: () => unknown): void {
  for (let attempt = 0; ; attempt++) {
    try {
      work();
      return;
    } catch (error) {
      if (attempt >= 200 || !String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY'))
        throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
    }
  }
}
