import { fillFile, makeDatabaseFile, placeAt } from '@memora/privacy/files';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { SqliteDriver } from './sqlite-driver.ts';
import { toStoreError } from './to-store-error.ts';

/** How to rewrite a database. */
interface RewriteOptions {
  /** Opens the existing file; undefined for plain SQLite. */
  readonly driver: SqliteDriver;
  /** Changes the copy, in one transaction. */
  readonly change?: (db: Sqlite.Database) => void;
  /** Processes the file of the copy afterwards, such as encrypting it. */
  readonly seal?: (draft: string) => void;
}

/**
 * Writes a changed copy of a database and replaces the old file atomically: if the process ends in between, one complete file is left. Nobody else may have it
 * open: throws `DATABASE_BUSY`.
 */
export function rewriteDatabaseFile(path: string, { driver, change, seal }: RewriteOptions): void {
  try {
    makeDatabaseFile(placeAt(path));
    const db = driver(path, { readonly: false, timeout: 2000 });
    try {
      // Exclusive until it is closed, and without a log that would remain next to the new file.
      db.pragma('locking_mode = EXCLUSIVE');
      db.pragma('journal_mode = DELETE');
      db.exec('BEGIN EXCLUSIVE; COMMIT');
      fillFile(placeAt(path), (draft) => {
        db.prepare('VACUUM INTO ?').run(draft);
        if (change !== undefined) changeDraft(draft, driver, change);
        seal?.(draft);
      });
    } finally {
      db.close();
    }
  } catch (error) {
    throw toStoreError(error, path);
  }
}

function changeDraft(draft: string, driver: SqliteDriver, change: (db: Sqlite.Database) => void): void {
  const copy = driver(draft, { readonly: false, timeout: 0 });
  try {
    // A killed process leaves only the draft.
    copy.pragma('journal_mode = MEMORY');
    copy.pragma('secure_delete = ON');
    copy.transaction(() => change(copy)).immediate();
  } finally {
    copy.close();
  }
}
