import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareOnce } from '../open/prepare-once.ts';
import type { allQueries } from './all-queries.ts';
import COMPILED from './compiled-queries.json' with { type: 'json' };
import type { ParametersOf, RowOf } from './query-source.ts';

type Queries = typeof allQueries;

/** A row of a query. */
export type Row<Name extends keyof Queries> = RowOf<Queries[Name]>;

/** Prepares a typed query for a connection. It was compiled at build time: the query builder is not loaded at run time. */
export function prepareQuery<Name extends keyof Queries>(
  db: Sqlite.Database,
  name: Name,
): Sqlite.Statement<ParametersOf<Queries[Name]>, Row<Name>> {
  return db.prepare(COMPILED[name]) as never;
}

/** The same, prepared once per connection. */
export function prepareQueryOnce<Name extends keyof Queries>(
  db: Sqlite.Database,
  name: Name,
): Sqlite.Statement<ParametersOf<Queries[Name]>, Row<Name>> {
  return prepareOnce(db, COMPILED[name]) as never;
}

/** The same for a query of one column; returns its values. */
export function prepareValue<Name extends keyof Queries>(
  db: Sqlite.Database,
  name: Name,
): Sqlite.Statement<ParametersOf<Queries[Name]>, Row<Name>[keyof Row<Name>]> {
  return db.prepare(COMPILED[name]).pluck() as never;
}

/** Prepares several queries by name. */
export function prepareQueries<Name extends keyof Queries>(
  db: Sqlite.Database,
  names: readonly Name[],
): { readonly [Each in Name]: Sqlite.Statement<ParametersOf<Queries[Each]>, Row<Each>> } {
  return Object.fromEntries(names.map((name) => [name, prepareQuery(db, name)])) as never;
}

/** Prepares several queries of one column. */
export function prepareValues<Name extends keyof Queries>(
  db: Sqlite.Database,
  names: readonly Name[],
): { readonly [Each in Name]: Sqlite.Statement<ParametersOf<Queries[Each]>, Row<Each>[keyof Row<Each>]> } {
  return Object.fromEntries(names.map((name) => [name, prepareValue(db, name)])) as never;
}
