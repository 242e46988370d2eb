import type { countQueries, listQueries, ParametersOf, RowOf } from '@memora/claims/internal';
import { fromStoredRow, type ScopeReading } from './read-claims.ts';
import QUERIES from './scope-queries.json' with { type: 'json' };

type Queries = typeof listQueries & typeof countQueries;

/** Runs a query, shared with SQLite, on a scope. It is compiled when the package is built. */
export async function askQuery<Name extends keyof Queries>(
  { db, scope }: Pick<ScopeReading, 'db' | 'scope'>,
  name: Name,
  ...values: ParametersOf<Queries[Name]>
): Promise<RowOf<Queries[Name]>[]> {
  const rows = await db.query<RowOf<Queries[Name]> & object>(QUERIES[name], [
    scope,
    ...(values as unknown[]),
  ]);
  return rows.map(fromStoredRow);
}
