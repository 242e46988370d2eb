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

/** Pages that a connection keeps in memory once it has read them: a reader of a large vault would read them again for each question. */
const MOST_CACHED_KIB = 65_536;

export interface OpenDatabaseOptions {
  readonly driver?: SqliteDriver;
  readonly readonly?: boolean;
  /** How long a writer waits for another process, in milliseconds. */
  readonly busyTimeout?: number;
  /** Those of this version by default. A test gives further ones. */
  readonly migrations?: readonly string[];
}

/**
 * Opens and, unless `readonly`, creates and migrates the database. Two processes may do so at once: each migration runs
 * under `BEGIN IMMEDIATE` and the one that comes second finds nothing left to do.
 * Throws `DATABASE_NEWER`, `DATABASE_CORRUPT`, `DATABASE_FOREIGN`, `DATABASE_MISSING`, `DATABASE_READONLY`, `DATABASE_BUSY`,
 * `DATABASE_IO`, `DISK_FULL`.
 */
export function openDatabase(path: string, options: OpenDatabaseOptions = {}): Sqlite.Database {
  const { readonly = false, migrations = MIGRATIONS } = options;
  let db: Sqlite.Database | null = null;
  try {
    if (path !== ':memory:') assertAccess(path, readonly);
    const driver = options.driver ?? plainDriver;
    const timeout = options.busyTimeout ?? 10_000;
    const readFirst = (opened: Sqlite.Database): void => {
      // The file of a copy was confirmed when it was read.
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

/** Readers of a database share a small file beside it. On a full disk there is no room for it, and a disk or a folder that is read-only takes none. */
function lacksSharedFile(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  return (
    code.startsWith('SQLITE_IOERR_SHM') || code === 'SQLITE_CANTOPEN' || code === 'SQLITE_READONLY_DIRECTORY'
  );
}

/**
 * A copy of it in memory, which needs no file. What is encrypted, is large, or can't be copied here is held alone instead: others have to wait. Where a writer was
 * killed, what it had finished is moved into the database when the connection that held it alone is closed, as every last connection does.
 */
function readAlone(path: string, driver: SqliteDriver, timeout: number): Sqlite.Database {
  if (!mayWrite(path))
    return openCopy(bytesOnReadOnlyDisk(path)) ?? driver(path, { readonly: true, timeout });
  const alone = driver(path, { readonly: false, timeout });
  try {
    alone.pragma('locking_mode = EXCLUSIVE');
    alone.pragma('query_only = ON');
    confirmDatabase(placeAt(path));
    // Waits for whoever has it open, and says so where they stay. A copy that finds it locked says only that memory ran out.
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

/** Null where it is too large to be held in memory, and where no copy can be made. */
function copyOf(db: Sqlite.Database): Sqlite.Database | null {
  const pages = Number(db.pragma('page_count', { simple: true }));
  if (pages * Number(db.pragma('page_size', { simple: true })) > MOST_COPIED) return null;
  try {
    return openCopy(db.serialize());
  } catch {
    return null;
  }
}

/** Bytes of the largest database of which a copy is held in memory. */
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

/** The file itself; null where a log of it is left, where it is too large, and where somebody else wrote it meanwhile. */
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

/** What a schema says runs no function that could do more than compute, and a damaged page is told as one. */
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
  // SQLite falls back to reading where it may not write, and fails at the first statement; say so now instead.
  accessSync(dirname(path), constants.W_OK);
  if (existsSync(path)) accessSync(path, constants.W_OK);
  // The index is for its user alone. SQLite gives its log the mode of the database, so this comes first.
  makeDatabaseFile(place);
}

function configureWriter(db: Sqlite.Database): void {
  retryBusy(() => db.pragma('journal_mode = WAL'));
  // In WAL mode NORMAL survives a crash of the program; a power cut can lose the last commits, never the file.
  db.pragma('synchronous = NORMAL');
  db.pragma('temp_store = MEMORY');
  db.pragma('wal_autocheckpoint = 4000');
  db.pragma('journal_size_limit = 67108864');
  // What is taken out is overwritten and not left in free pages: it may become secret later. It costs no measurable time.
  db.pragma('secure_delete = ON');
}

/** Switching to WAL needs a moment alone and does not wait by itself. */
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
