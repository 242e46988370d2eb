import { DERIVED_NOTE, type StoredPage } from '../../model/derived-page.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';

/** The statement that returns a {@link StoredPage} for each generated page. */
export const PAGES: string = `SELECT path, size, mtime AS "mtimeMs", (SELECT count(*) FROM claim WHERE claim.note = note.key) AS statements
  FROM note WHERE type = '${DERIVED_NOTE}' ORDER BY path`;

/** Returns the pages in the store, by path. */
export function readDerivedPages(db: Sqlite.Database): StoredPage[] {
  return db.prepare<[], StoredPage>(PAGES).all();
}
