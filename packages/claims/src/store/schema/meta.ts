import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';

/** Reads a value of the store; undefined if there is none with that name. */
export function readMeta<Value = unknown>(db: Sqlite.Database, name: string): Value | undefined {
  return prepareValue(db, 'readMeta').get(name) as Value | undefined;
}

export function writeMeta(db: Sqlite.Database, name: string, value: string | number | Buffer): void {
  prepareQuery(db, 'writeMeta').run(name, value);
}

export function forgetMeta(db: Sqlite.Database, name: string): void {
  prepareQuery(db, 'forgetMeta').run(name);
}
