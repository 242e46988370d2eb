/** For Memora's own packages only, to write typed queries over their tables. Nothing of it is loaded at run time. */
export { queriesOver, type Value } from './store/queries/build/query-source.ts';
export { plainQueries, type Query, rowQueriesOver } from './store/queries/build/row-queries.ts';
export { eachOf, listed, lit } from './store/queries/build/sqlite-parts.ts';
export { compileQueries } from './store/queries/build/write-queries.ts';
