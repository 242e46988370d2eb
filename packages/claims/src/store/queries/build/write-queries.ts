import { allQueries } from '../all-queries.ts';
import { countQueries } from '../lists/count-queries.ts';
import { listQueries } from '../lists/list-queries.ts';
import { compileForScope, compileForTeam, compileQuery, type QuerySource } from './query-source.ts';

/** Returns the text of `compiled-queries.json`: every query, for SQLite. */
export function writeQueries(): string {
  return compileQueries(allQueries);
}

/** Returns the text of `scope-queries.json` of `@memora/postgres`: the queries that both databases share. */
export function writeScopeQueries(): string {
  return write({ ...listQueries, ...countQueries }, compileForScope);
}

/** Returns the text of `team-queries.json` of `@memora/postgres`. */
export function compileTeamQueries(queries: Readonly<Record<string, QuerySource>>): string {
  return write(queries, compileForTeam);
}

/** Returns the text of a `compiled-queries.json` for SQLite. */
export function compileQueries(queries: Readonly<Record<string, QuerySource>>): string {
  return write(queries, compileQuery);
}

function write(
  queries: Readonly<Record<string, QuerySource>>,
  compile: (name: string, source: QuerySource) => string,
): string {
  const compiled = Object.entries(queries)
    .map(([name, source]) => [name, compile(name, source)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(compiled), null, 2)}\n`;
}
