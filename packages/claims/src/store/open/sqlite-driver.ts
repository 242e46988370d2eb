import type { Database } from '../../model/sqlite-database.ts';

/** Opens a SQLite file: `better-sqlite3` by default, or another with the same interface, such as an encrypting one. */
export type SqliteDriver = (
  path: string,
  options: { readonly readonly: boolean; readonly timeout: number },
) => Database;
