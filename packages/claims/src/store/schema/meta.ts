import type * as Sqlite from '../../model/sqlite-database.ts';

/** A value of the store; undefined where it keeps none of that name. */
export function readMeta<Value = unknown>(db: Sqlite.Database, name: string): Value | undefined {
  return db.prepare<[string], Value>('SELECT value FROM meta WHERE name = ?').pluck().get(name);
}

export function writeMeta(db: Sqlite.Database, name: string, value: string | number | Buffer): void {
  db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value);
}

export function forgetMeta(db: Sqlite.Database, name: string): void {
  db.prepare('DELETE FROM meta WHERE name = ?').run(name);
}
