import type { StoredPage } from '../../model/derived-page.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, type Row } from '../queries/prepare-query.ts';

/** Returns the pages in the store, by path. */
export function readDerivedPages(db: Sqlite.Database): StoredPage[] {
  return prepareQuery(db, 'pages').all().map(toStoredPage);
}

export function toStoredPage({ mtime, ...page }: Row<'pages'>): StoredPage {
  return { ...page, mtimeMs: mtime };
}
