import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareOnce } from '../open/prepare-once.ts';
import type { allQueries } from './all-queries.ts';
import type { ParametersOf, QuerySource, RowOf } from './build/query-source.ts';
import COMPILED from './compiled-queries.json' with { type: 'json' };

type Sources = Readonly<Record<string, QuerySource>>;
type Prepared<Source extends QuerySource> = Sqlite.Statement<ParametersOf<Source>, RowOf<Source>>;
type PreparedValue<Source extends QuerySource> = Sqlite.Statement<
  ParametersOf<Source>,
  RowOf<Source>[keyof RowOf<Source>]
>;

/** Prepares typed queries. They were compiled at build time: the query builder is not loaded at run time. */
interface Preparing<Queries extends Sources> {
  /** Prepares a query for a connection. */
  readonly prepareQuery: <Name extends keyof Queries>(
    db: Sqlite.Database,
    name: Name,
  ) => Prepared<Queries[Name]>;
  /** The same, prepared once per connection. */
  readonly prepareQueryOnce: <Name extends keyof Queries>(
    db: Sqlite.Database,
    name: Name,
  ) => Prepared<Queries[Name]>;
  /** The same for a query of one column; returns its values. */
  readonly prepareValue: <Name extends keyof Queries>(
    db: Sqlite.Database,
    name: Name,
  ) => PreparedValue<Queries[Name]>;
  /** The same; returns rows as arrays, in the order of the columns. */
  readonly prepareRaw: <Name extends keyof Queries>(
    db: Sqlite.Database,
    name: Name,
  ) => Sqlite.Statement<ParametersOf<Queries[Name]>, RowOf<Queries[Name]>[keyof RowOf<Queries[Name]>][]>;
  /** Prepares several queries by name. */
  readonly prepareQueries: <Name extends keyof Queries>(
    db: Sqlite.Database,
    names: readonly Name[],
  ) => { readonly [Each in Name]: Prepared<Queries[Each]> };
  /** Prepares several queries of one column. */
  readonly prepareValues: <Name extends keyof Queries>(
    db: Sqlite.Database,
    names: readonly Name[],
  ) => { readonly [Each in Name]: PreparedValue<Queries[Each]> };
}

/** Returns what prepares the queries of a package, from their compiled texts. */
export function preparing<Queries extends Sources>(
  compiled: Readonly<Record<keyof Queries, string>>,
): Preparing<Queries> {
  const one = (db: Sqlite.Database, name: keyof Queries): Sqlite.Statement => db.prepare(compiled[name]);
  const value = (db: Sqlite.Database, name: keyof Queries) => one(db, name).pluck();
  const several =
    (prepare: typeof one) =>
    (db: Sqlite.Database, names: readonly (keyof Queries)[]): object =>
      Object.fromEntries(names.map((name) => [name, prepare(db, name)]));
  return {
    prepareQuery: one,
    prepareQueryOnce: (db: Sqlite.Database, name: keyof Queries) => prepareOnce(db, compiled[name]),
    prepareValue: value,
    prepareRaw: (db: Sqlite.Database, name: keyof Queries) => one(db, name).raw(),
    prepareQueries: several(one),
    prepareValues: several(value),
  } as never;
}

type Queries = typeof allQueries;

/** A row of a query. */
export type Row<Name extends keyof Queries> = RowOf<Queries[Name]>;

const prepared = preparing<Queries>(COMPILED);

// Each has a named type, because an inferred declaration would spell out every query: 1.5 MB.
export const prepareQuery: Preparing<Queries>['prepareQuery'] = prepared.prepareQuery;
export const prepareQueryOnce: Preparing<Queries>['prepareQueryOnce'] = prepared.prepareQueryOnce;
export const prepareValue: Preparing<Queries>['prepareValue'] = prepared.prepareValue;
export const prepareQueries: Preparing<Queries>['prepareQueries'] = prepared.prepareQueries;
export const prepareValues: Preparing<Queries>['prepareValues'] = prepared.prepareValues;
