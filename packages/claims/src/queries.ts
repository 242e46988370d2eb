/** For Memora's own packages only, to write typed queries over their tables. Nothing of it is loaded at run time. */
export type { Expression } from 'kysely';
export {
  type ParametersOf,
  queriesOver,
  queriesOverRows,
  type RowOf,
  type Value,
  type Written,
} from './store/queries/build/query-source.ts';
export { plainQueries, type Query, rowQueriesOf, rowQueriesOver } from './store/queries/build/row-queries.ts';
export { eachOf, listed, lit } from './store/queries/build/sqlite-parts.ts';
export { compileQueries, compileTeamQueries } from './store/queries/build/write-queries.ts';
