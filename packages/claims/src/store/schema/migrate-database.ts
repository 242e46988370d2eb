import type * as Sqlite from '../../model/sqlite-database.ts';
import { storeError } from '../open/to-store-error.ts';
import { prepareValue } from '../queries/prepare-query.ts';
import { MIGRATION_0001 } from './migration-0001.ts';

/** "Memo" in ASCII, in the header of every Memora database (`PRAGMA application_id`). */
const APPLICATION_ID = 0x4d656d6f;

/** Schema changes in order; `user_version` of a database counts the applied ones. Never edit a published one. */
export const MIGRATIONS: readonly string[] = [MIGRATION_0001];

/** The schema version that this package writes. */
export const SCHEMA_VERSION: number = MIGRATIONS.length;

/**
 * Throws `DATABASE_FOREIGN` for a database of another program, and `DATABASE_NEWER` for one with migrations
 * that this version does not know.
 */
export function assertOurs(db: Sqlite.Database, path: string, migrations: readonly string[]): void {
  const tables = prepareValue(db, 'countSchemaObjects').get() ?? 0;
  const application = db.pragma('application_id', { simple: true }) as number;
  if (tables > 0 && application !== APPLICATION_ID) {
    throw storeError('DATABASE_FOREIGN', `${path} is a database of another program`, 'Give another path.');
  }
  const version = versionOf(db);
  if (version > migrations.length) {
    throw storeError(
      'DATABASE_NEWER',
      `${path} has schema version ${version}, but this program knows ${migrations.length}`,
      'Update Memora. Or delete the file and run `memora index`: it is derived from the notes.',
    );
  }
}

/** Runs the pending migrations, all or none, under `BEGIN IMMEDIATE`. */
export function migrateDatabase(db: Sqlite.Database, path: string, migrations: readonly string[]): void {
  if (versionOf(db) === migrations.length) return;
  const run = db.transaction(() => {
    // Under the lock another process's migrations are visible: check again.
    assertOurs(db, path, migrations);
    const done = versionOf(db);
    if (done === 0) db.pragma(`application_id = ${APPLICATION_ID}`);
    for (const [index, sql] of migrations.entries()) {
      if (index < done) continue;
      db.exec(sql);
      db.pragma(`user_version = ${index + 1}`);
    }
  });
  run.immediate();
}

/** Returns how many migrations a database has had. */
export function versionOf(db: Sqlite.Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}
