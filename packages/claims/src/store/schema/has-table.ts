import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

/** True if a database contains a table of this name. */
export function hasTable(db: Sqlite.Database, name: string): boolean {
  return prepareQuery(db, 'schemaObject').get(name) !== undefined;
}
