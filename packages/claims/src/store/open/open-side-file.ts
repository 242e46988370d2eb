import { confirmDatabase, makeDatabaseFile, placeAt } from '@memora/privacy/files';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { sqliteStatements, type TableText } from '../schema/describe-table.ts';
import { plainDriver } from './plain-driver.ts';

/**
 * Opens a small database next to the claims for reading and writing. The file, its folder and its tables are created if missing. `:memory:` uses no
 * file. `timeout`: how long to wait for other processes, in milliseconds.
 */
export function openSideFile(
  path: string,
  tables: Readonly<Record<string, TableText>>,
  timeout: number,
): Sqlite.Database {
  if (path !== ':memory:') makeDatabaseFile(placeAt(path));
  const db = plainDriver(path, { readonly: false, timeout });
  if (path !== ':memory:') confirmDatabase(placeAt(path));
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('secure_delete = ON');
  db.exec(sqliteStatements(tables, 'IF NOT EXISTS '));
  return db;
}
