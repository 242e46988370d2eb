import {
  type Compilable,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { Schema } from '../schema/tables.ts';

/**
 * Builds and types the queries; it runs none. Statements are compiled once and run on better-sqlite3 synchronously, so
 * that a whole batch of notes is one uninterrupted transaction and a look-up costs what a raw one costs.
 */
export const queries: Kysely<Schema> = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Runs a query built with {@link queries} once and returns its rows. */
export function runQuery<Row>(db: Sqlite.Database, query: Compilable<Row>): Row[] {
  const { sql, parameters } = query.compile();
  return db.prepare(sql).all(...parameters) as Row[];
}
