import type { Compilable } from 'kysely';
import type { RowsOf, TableText } from '../../schema/describe-table.ts';
import {
  isPostgres,
  type ParametersOf,
  type QuerySource,
  queriesOver,
  type RowOf,
  type Value,
} from './query-source.ts';
import { listed, lit } from './sqlite-parts.ts';

/** A query of these parameters and this row. */
export type Query<Parameters extends readonly unknown[], Row> = (
  ...values: { [At in keyof Parameters]: Value<Parameters[At]> }
) => Compilable<Row>;

/**
 * A condition on a column: that it equals a parameter, compares with one, is in a JSON list, equals any of an array, or is null or set. `limit` bounds the
 * rows, and null does not.
 */
type Key<Row> = keyof Row & string extends infer Column extends string
  ? Column | `${Column} ${'in' | 'any' | 'null' | 'set' | Comparison}` | 'limit'
  : never;
type Comparison = '>' | '<>' | '~';
type Order<Row> = keyof Row & string extends infer Column extends string ? Column | `${Column} desc` : never;

type KeyValues<Row, Keys extends readonly string[]> = Keys extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? [...KeyValue<Row, First>, ...KeyValues<Row, Rest>]
  : [];
type KeyValue<Row, Key extends string> = Key extends keyof Row
  ? [NonNullable<Row[Key]>]
  : Key extends 'limit'
    ? [number | null]
    : Key extends `${infer Column} ${infer Condition}`
      ? Column extends keyof Row
        ? Condition extends 'null' | 'set'
          ? []
          : [
              Condition extends 'any'
                ? readonly NonNullable<Row[Column]>[]
                : Condition extends 'in'
                  ? string
                  : NonNullable<Row[Column]>,
            ]
        : never
      : never;
type ColumnValues<Row, Columns extends readonly string[]> = {
  -readonly [At in keyof Columns]: Columns[At] extends keyof Row ? Row[Columns[At]] : never;
};

/**
 * Statements on the rows of one table. Their parameters are the columns in the order given, then the keys. In PostgreSQL, `addNew` and `remove` return a row
 * for each that was added or removed.
 */
export interface RowQueries<Rows> {
  /** Reads columns of the rows with these keys, in an order. */
  readonly read: <
    Name extends keyof Rows & string,
    const Columns extends readonly (keyof Rows[Name] & string)[],
    const Keys extends readonly Key<Rows[Name]>[] = [],
  >(
    table: Name,
    columns: Columns,
    keys?: Keys,
    order?: readonly Order<Rows[Name]>[],
  ) => Query<KeyValues<Rows[Name], Keys>, { [Column in Columns[number]]: Rows[Name][Column] }>;
  /** Counts the rows with these keys. */
  readonly count: <Name extends keyof Rows & string, const Keys extends readonly Key<Rows[Name]>[] = []>(
    table: Name,
    keys?: Keys,
  ) => Query<KeyValues<Rows[Name], Keys>, { count: number }>;
  /** Inserts a row. */
  readonly add: Insert<Rows>;
  /**
   * Inserts a row, or replaces the one with its key. PostgreSQL needs the columns of the key, and the names of other columns that get their default again:
   * it keeps the rest of the row.
   */
  readonly put: <
    Name extends keyof Rows & string,
    const Columns extends readonly (keyof Rows[Name] & string)[],
  >(
    table: Name,
    columns: Columns,
    keys?: readonly Columns[number][],
    renewed?: readonly (keyof Rows[Name] & string)[],
  ) => Query<ColumnValues<Rows[Name], Columns>, unknown>;
  /** Inserts a row if there is none with its key. */
  readonly addNew: Insert<Rows>;
  readonly set: <
    Name extends keyof Rows & string,
    const Columns extends readonly (keyof Rows[Name] & string)[],
    const Keys extends readonly Key<Rows[Name]>[],
  >(
    table: Name,
    columns: Columns,
    keys: Keys,
  ) => Query<[...ColumnValues<Rows[Name], Columns>, ...KeyValues<Rows[Name], Keys>], unknown>;
  readonly remove: <Name extends keyof Rows & string, const Keys extends readonly Key<Rows[Name]>[] = []>(
    table: Name,
    keys?: Keys,
  ) => Query<KeyValues<Rows[Name], Keys>, unknown>;
}

type Insert<Rows> = <
  Name extends keyof Rows & string,
  const Columns extends readonly (keyof Rows[Name] & string)[],
>(
  table: Name,
  columns: Columns,
) => Query<ColumnValues<Rows[Name], Columns>, unknown>;

/** The queries without the builder's types, on which other packages do not depend. */
export function plainQueries<Queries extends Readonly<Record<string, QuerySource>>>(
  queries: Queries,
): { readonly [Name in keyof Queries]: Query<ParametersOf<Queries[Name]>, RowOf<Queries[Name]>> } {
  return queries as never;
}

/** Statements on the rows of described tables. */
export function rowQueriesOver<Tables extends Readonly<Record<string, TableText>>>(): RowQueries<
  RowsOf<Tables>
> {
  return ROW_QUERIES as never;
}

/** Statements on the rows of a team's tables. */
export function rowQueriesOf<Rows>(): RowQueries<Rows> {
  return ROW_QUERIES as never;
}

/** A statement whose types are unknown here. */
interface Statement extends Compilable<unknown> {
  select(columns: unknown): Statement;
  set(row: object): Statement;
  values(row: object): Statement;
  onConflict(on: (conflict: Conflict) => unknown): Statement;
  orIgnore(): Statement;
  orReplace(): Statement;
  limit(most: unknown): Statement;
  orderBy(column: string, direction?: string): Statement;
  returning(columns: unknown): Statement;
  where(column: string, operator: string, value: unknown): Statement;
}

interface Conflict {
  columns(columns: Names): { doUpdateSet(row: (of: { ref(column: string): unknown }) => object): unknown };
  doNothing(): unknown;
}

type Start = (table: string) => Statement;

const from = queriesOver<Record<never, never>>();
const selectFrom: Start = (table) => from.selectFrom(table as never) as never;
const insertInto: Start = (table) => from.insertInto(table as never) as never;
const updateTable: Start = (table) => from.updateTable(table as never) as never;
const deleteFrom: Start = (table) => from.deleteFrom(table as never) as never;

const ROW_QUERIES = {
  read: (table: string, columns: Names, keys: Names = [], order: Names = []) =>
    taking(keys, (values) =>
      order.reduce(
        (query, column) => query.orderBy(...(column.split(' ') as [string, string?])),
        byKeys(selectFrom(table).select(columns), keys, values),
      ),
    ),
  count: (table: string, keys: Names = []) =>
    taking(keys, (values) =>
      byKeys(selectFrom(table).select(from.fn.countAll<number>().as('count')), keys, values),
    ),
  add: (table: string, columns: Names) => positional(columns, (row) => insertInto(table).values(row)),
  put: (table: string, columns: Names, keys: Names = [], renewed: Names = []) =>
    positional(columns, (row) => {
      const added = insertInto(table).values(row);
      if (!isPostgres()) return added.orReplace();
      const rest = [...columns.filter((column) => !keys.includes(column)), ...renewed];
      return added.onConflict((on) =>
        on
          .columns(keys)
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(rest.map((column) => [column, ref(`excluded.${column}`)])),
          ),
      );
    }),
  addNew: (table: string, columns: Names) =>
    positional(columns, (row) => {
      const added = insertInto(table).values(row);
      return isPostgres() ? changed(added.onConflict((on) => on.doNothing())) : added.orIgnore();
    }),
  set: (table: string, columns: Names, keys: Names) =>
    taking([...columns, ...keys], (values) =>
      byKeys(updateTable(table).set(toRow(columns, values)), keys, values.slice(columns.length)),
    ),
  remove: (table: string, keys: Names = []) =>
    taking(keys, (values) => {
      const removed = byKeys(deleteFrom(table), keys, values);
      return isPostgres() ? changed(removed) : removed;
    }),
};

const changed = (statement: Statement) => statement.returning(lit(1).as('changed'));

type Names = readonly string[];
type Values = readonly Value<never>[];

/** A query with a parameter for each column, in their order. */
export function positional(
  columns: Names,
  build: (row: Readonly<Record<string, Value<never>>>) => Compilable<unknown>,
): (...values: Value<unknown>[]) => Compilable<unknown> {
  return taking(columns, (values) => build(toRow(columns, values)));
}

/** A query with a parameter for each of these names. */
function taking(
  names: Names,
  build: (values: Values) => Compilable<unknown>,
): (...values: Value<unknown>[]) => Compilable<unknown> {
  const query = (...values: Value<unknown>[]) => build(values as never);
  return Object.defineProperty(query, 'length', { value: names.filter((name) => !isConstant(name)).length });
}

function toRow(columns: Names, values: Values): Readonly<Record<string, Value<never>>> {
  return Object.fromEntries(columns.map((column, at) => [column, values[at] as Value<never>]));
}

function byKeys(statement: Statement, keys: Names, values: Values): Statement {
  let at = 0;
  return keys.reduce((query, key) => {
    const [column = '', condition = '='] = key.split(' ');
    if (condition === 'null') return query.where(column, 'is', lit(null));
    if (condition === 'set') return query.where(column, 'is not', lit(null));
    const value = values[at++] as Value<never>;
    if (key === 'limit') return query.limit(value);
    if (condition === 'any') return query.where(column, '=', from.fn.any(value));
    return condition === 'in'
      ? query.where(column, 'in', listed(value))
      : query.where(column, condition, value);
  }, statement);
}

/** Conditions without a parameter. */
const isConstant = (key: string) => key.endsWith(' null') || key.endsWith(' set');
