import { queriesOver } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';

/** SQLite's own metadata. */
type Tables = {
  readonly sqlite_schema: {
    readonly key: readonly ['name'];
    readonly columns: Readonly<Record<'type' | 'name' | 'tbl_name', 'text'> & Record<'sql', 'text?'>>;
  };
};

const from = queriesOver<Tables>();
const { count, read } = rowQueriesOver<Tables>();

/** The tables and other objects of any database. */
export const systemQueries = {
  schemaObject: read('sqlite_schema', ['name'], ['name']),
  schemaObjects: read('sqlite_schema', ['type', 'name', 'tbl_name', 'sql']),
  countSchemaObjects: count('sqlite_schema'),
  /** The number of rows that this connection has written. */
  totalChanges: () => from.selectNoFrom((eb) => eb.fn<number>('total_changes', []).as('changes')),
} as const;
