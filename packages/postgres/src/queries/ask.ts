import type { ParametersOf, RowOf } from '@memora/claims/internal';
import type { Connection } from '../connect/connection.ts';
import QUERIES from './team-queries.json' with { type: 'json' };
import type { teamQueries } from './team-queries.ts';

type Queries = typeof teamQueries;

/** Runs a typed query. */
export function ask<Name extends keyof Queries>(
  db: Connection,
  name: Name,
  ...values: ParametersOf<Queries[Name]>
): Promise<RowOf<Queries[Name]>[]> {
  return db.query(QUERIES[name], values as unknown[]);
}

/** Runs a typed query of at most one row. */
export async function askOne<Name extends keyof Queries>(
  db: Connection,
  name: Name,
  ...values: ParametersOf<Queries[Name]>
): Promise<RowOf<Queries[Name]> | undefined> {
  return (await ask(db, name, ...values))[0];
}
