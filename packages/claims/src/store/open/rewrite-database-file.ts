import { fillFile, makeDatabaseFile, placeAt } from '@memora/privacy/files';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { SqliteDriver } from './sqlite-driver.ts';
import { toStoreError } from './to-store-error.ts';

/** How a database is made anew. */
interface RewriteOptions {
  /** Opens it as it is; undefined for SQLite's own. */
  readonly driver: SqliteDriver;
  /** What is changed in the copy, in one transaction. */
  readonly change?: (db: Sqlite.Database) => void;
  /** What is done to the file of the copy then, such as encrypting it. */
  readonly seal?: (draft: string) => void;
}

/**
 * Makes a database anew, changed, and puts it in the place of the old one at once: whoever ends the process in between leaves the one or the
 * other, whole. Nobody else may have it open meanwhile: throws `DATABASE_BUSY`.
 */
export function rewriteDatabaseFile(path: string, { driver, change, seal }: RewriteOptions): void {
  try {
    makeDatabaseFile(placeAt(path));
    const db = driver(path, { readonly: false, timeout: 2000 });
    try {
      // Alone until it is closed, and without a log that would lie beside the new one.
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
    // What a killed process leaves of it is the draft alone.
    copy.pragma('journal_mode = MEMORY');
    copy.pragma('secure_delete = ON');
    copy.transaction(() => change(copy)).immediate();
  } finally {
    copy.close();
  }
}
