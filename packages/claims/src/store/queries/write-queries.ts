import { allQueries } from './all-queries.ts';
import { compileQuery } from './query-source.ts';

/** The text of `compiled-queries.json`. */
export function writeQueries(): string {
  const compiled = Object.entries(allQueries)
    .map(([name, source]) => [name, compileQuery(name, source)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(compiled), null, 2)}\n`;
}
