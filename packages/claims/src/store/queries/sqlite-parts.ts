import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { from, isPostgres, type QueryTables, type Value } from './query-source.ts';

/** What a list in JSON holds: SQLite takes no list as a value. */
export function listed<Held extends number | string = number>(
  list: Value<string>,
): SelectQueryBuilder<QueryTables & { listed: { value: Held } }, 'listed', { value: Held }> {
  return from.selectFrom(sql<{ value: Held }>`json_each(${list})`.as('listed')).select('value') as never;
}

/** A constant as it is written in the text of a query: an index of few rows serves only a query that says which. */
export function lit<Held extends number | string | null>(value: Held): RawBuilder<Held> {
  return sql.lit(value) as RawBuilder<Held>;
}

/** No bytes. */
export const NO_BYTES: RawBuilder<Buffer> = sql<Buffer>`x''`;

/** A text in a column of JSON, compared by its bytes. */
export function field(column: string, name: string): RawBuilder<string | null> {
  return isPostgres()
    ? sql<string | null>`((${sql.ref(column)}::json ->> ${sql.lit(name)}) collate "C")`
    : sql<string | null>`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`;
}
