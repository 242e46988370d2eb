import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  confirmDatabase,
  folderOf,
  inspectDatabase,
  makeDatabaseFile,
  makeFolder,
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
      // A copy of the file was confirmed while it was made.
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

/** Readers of a database share a small file beside it. On a full disk there is no room for it, and one that is read-only takes none. */
function lacksSharedFile(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code);
  return code.startsWith('SQLITE_IOERR_SHM') || code === 'SQLITE_CANTOPEN';
}

/** A copy of it in memory, which needs no file. What is encrypted, or where no copy can be opened, is held alone instead: others have to wait. */
function readAlone(path: string, driver: SqliteDriver, timeout: number): Sqlite.Database {
  const bytes = bytesOnReadOnlyDisk(path);
  const alone = bytes === null ? driver(path, { readonly: false, timeout }) : null;
  alone?.pragma('locking_mode = EXCLUSIVE');
  alone?.pragma('query_only = ON');
  if (alone !== null) confirmDatabase(placeAt(path));
  const whole = bytes ?? alone?.serialize() ?? Buffer.alloc(0);
  if (whole.toString('latin1', 0, PLAIN.length) === PLAIN) {
    // A copy has no write-ahead log.
    whole.fill(1, 18, 20);
    const copy = openBytes(whole);
    if (copy !== null) {
      alone?.close();
      copy.pragma('query_only = ON');
      return copy;
    }
  }
  return alone ?? driver(path, { readonly: true, timeout });
}

const PLAIN = 'SQLite format 3';

/** The file itself where nobody can write it and no log of it is left; else null. */
function bytesOnReadOnlyDisk(path: string): Buffer | null {
  try {
    accessSync(path, constants.W_OK);
    return null;
  } catch {
    if (existsSync(`${path}-wal`)) return null;
  }
  try {
    return readFileSync(path);
  } catch {
    return null;
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
