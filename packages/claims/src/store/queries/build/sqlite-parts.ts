import { type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { from, isPostgres, type QueryTables, type Value } from './query-source.ts';

/** The values of a JSON list, because SQLite can't bind a list as a parameter. */
export function listed<Held extends number | string = number>(
  list: Value<string>,
): SelectQueryBuilder<QueryTables & { listed: { value: Held } }, 'listed', { value: Held }> {
  return from.selectFrom(sql<{ value: Held }>`json_each(${list})`.as('listed')).select('value') as never;
}

/** The values of a JSON list in a column, as rows of `listed`. */
export function eachOf(column: string): AliasedRawBuilder<{ value: string }, 'listed'> {
  return sql<{ value: string }>`json_each(${sql.ref(column)})`.as('listed');
}

/** A JSON list as the table `wanted`, from which a query starts. */
export function wanted<Held extends number | string = number>(
  list: Value<string>,
): AliasedRawBuilder<{ value: Held }, 'wanted'> {
  return sql<{ value: Held }>`json_each(${list})`.as('wanted');
}

/** A constant in the text of a query: SQLite uses a partial index only for a literal. */
export function lit<Held extends number | string | boolean | null>(value: Held): RawBuilder<Held> {
  return sql.lit(value) as RawBuilder<Held>;
}

/** Empty bytes. */
export const NO_BYTES: RawBuilder<Buffer> = sql<Buffer>`x''`;

/** A text in a JSON column, compared by its bytes. */
export function field(column: string, name: string): RawBuilder<string | null> {
  return isPostgres()
    ? sql<string | null>`((${sql.ref(column)}::json ->> ${sql.lit(name)}) collate "C")`
    : sql<string | null>`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`;
}
