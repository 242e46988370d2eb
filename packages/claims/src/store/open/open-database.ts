import { accessSync, constants, existsSync } from 'node:fs';
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
import { MIGRATION_0001 } from '../schema/migration-0001.ts';
import { MIGRATION_0002 } from '../schema/migration-0002.ts';
import { MIGRATION_0003 } from '../schema/migration-0003.ts';
import { MIGRATION_0004 } from '../schema/migration-0004.ts';
import { MIGRATION_0005 } from '../schema/migration-0005.ts';
import { MIGRATION_0006 } from '../schema/migration-0006.ts';
import { refuseForeignSchema } from '../schema/refuse-foreign-schema.ts';
import { plainDriver } from './plain-driver.ts';
import { rememberStatements } from './remember-statements.ts';
import type { SqliteDriver } from './sqlite-driver.ts';
import { storeError, toStoreError } from './to-store-error.ts';

/** "Memo" in ASCII, in the header of every database of ours (`PRAGMA application_id`). */
const APPLICATION_ID = 0x4d656d6f;

/** Schema changes in order; the database's `user_version` counts those that ran. Never edit one that was published. */
const MIGRATIONS: readonly string[] = [
  MIGRATION_0001,
  MIGRATION_0002,
  MIGRATION_0003,
  MIGRATION_0004,
  MIGRATION_0005,
  MIGRATION_0006,
];

/** The schema version this package writes. */
export const SCHEMA_VERSION: number = MIGRATIONS.length;

/** Pages that a connection keeps in memory once it has read them: a reader of a large vault would read them again for each question. */
const MOST_CACHED_KIB = 65_536;

export interface OpenDatabaseOptions {
  readonly driver?: SqliteDriver;
  readonly readonly?: boolean;
  /** How long a writer waits for another process, in milliseconds. */
  readonly busyTimeout?: number;
}

/**
 * Opens and, unless `readonly`, creates and migrates the database. Two processes may do so at once: each migration runs
 * under `BEGIN IMMEDIATE` and the one that comes second finds nothing left to do.
 * Throws `DATABASE_NEWER`, `DATABASE_CORRUPT`, `DATABASE_FOREIGN`, `DATABASE_MISSING`, `DATABASE_READONLY`, `DATABASE_BUSY`,
 * `DATABASE_IO`, `DISK_FULL`.
 */
export function openDatabase(path: string, options: OpenDatabaseOptions = {}): Sqlite.Database {
  const readonly = options.readonly ?? false;
  let db: Sqlite.Database | null = null;
  try {
    if (path !== ':memory:') assertAccess(path, readonly);
    const driver = options.driver ?? plainDriver;
    db = driver(path, { readonly, timeout: options.busyTimeout ?? 10_000 });
    if (path !== ':memory:') confirmDatabase(placeAt(path));
    distrustSchema(db);
    db.pragma(`cache_size = -${MOST_CACHED_KIB}`);
    assertOurs(db, path);
    refuseForeignSchema(db, path, MIGRATIONS);
    if (readonly) {
      if (versionOf(db) < SCHEMA_VERSION) {
        throw storeError(
          'DATABASE_MISSING',
          `${path} was never indexed by this version`,
          'Run an index first.',
        );
      }
    } else {
      configureWriter(db);
      migrate(db, path);
    }
    return rememberStatements(db);
  } catch (error) {
    db?.close();
    throw toStoreError(error, path);
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

function assertOurs(db: Sqlite.Database, path: string): void {
  const tables = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() as number;
  const application = db.pragma('application_id', { simple: true }) as number;
  if (tables > 0 && application !== APPLICATION_ID) {
    throw storeError('DATABASE_FOREIGN', `${path} is a database of another program`, 'Give another path.');
  }
  const version = versionOf(db);
  if (version > SCHEMA_VERSION) {
    throw storeError(
      'DATABASE_NEWER',
      `${path} has schema version ${version}, this program knows ${SCHEMA_VERSION}`,
      'Update Memora, or delete the file and index again.',
    );
  }
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

function migrate(db: Sqlite.Database, path: string): void {
  if (versionOf(db) === SCHEMA_VERSION) return;
  const run = db.transaction(() => {
    // Under the lock another process's migrations are visible: look again.
    assertOurs(db, path);
    const done = versionOf(db);
    if (done === 0) db.pragma(`application_id = ${APPLICATION_ID}`);
    for (const [index, sql] of MIGRATIONS.entries()) {
      if (index < done) continue;
      db.exec(sql);
      db.pragma(`user_version = ${index + 1}`);
    }
  });
  run.immediate();
}

function versionOf(db: Sqlite.Database): number {
  return db.pragma('user_version', { simple: true }) as number;
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
