import type * as Sqlite from '../../model/sqlite-database.ts';
import { readMeta, writeMeta } from './meta.ts';

/** Identifies the owner of a database: its own number, and the mark of an installation for that number. */
export interface DatabaseMark {
  readonly id: string;
  readonly mark: string;
}

/** Reads the mark in a database; null if it has none. */
export function readDatabaseMark(db: Sqlite.Database): DatabaseMark | null {
  const [id, mark] = [readMeta(db, 'database_id'), readMeta(db, 'database_mark')];
  return typeof id === 'string' && typeof mark === 'string' ? { id, mark } : null;
}

/** Writes the mark to a database. */
export function writeDatabaseMark(db: Sqlite.Database, { id, mark }: DatabaseMark): void {
  db.transaction(() => {
    writeMeta(db, 'database_id', id);
    writeMeta(db, 'database_mark', mark);
  }).immediate();
}
