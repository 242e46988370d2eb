import type * as Sqlite from '../../model/sqlite-database.ts';

/** What tells whose database it is: its own number, and the mark of an installation for that number. */
export interface DatabaseMark {
  readonly id: string;
  readonly mark: string;
}

/** The mark that a database holds of itself; null where it holds none. */
export function readDatabaseMark(db: Sqlite.Database): DatabaseMark | null {
  const read = db.prepare<[string], unknown>('SELECT value FROM meta WHERE name = ?').pluck();
  const [id, mark] = [read.get('database_id'), read.get('database_mark')];
  return typeof id === 'string' && typeof mark === 'string' ? { id, mark } : null;
}

/** Writes the mark into a database. */
export function writeDatabaseMark(db: Sqlite.Database, { id, mark }: DatabaseMark): void {
  const write = db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)');
  db.transaction(() => {
    write.run('database_id', id);
    write.run('database_mark', mark);
  }).immediate();
}
