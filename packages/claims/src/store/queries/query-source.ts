import {
  type Compilable,
  DummyDriver,
  type Generated,
  type IdentifierNode,
  type InsertResult,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { type CHANGE_TABLES, type Schema, STORE_TABLES } from '../schema/tables.ts';

/** A value that a query is given when it runs. */
export type Value<Held> = RawBuilder<Held>;

/** Values that a query is given by their names. */
export type Named<Held> = { readonly [Name in keyof Held]: Value<Held[Name]> };

/** Builds one query. Its parameters are the values that the query takes, in the order in which they stand in it. */
// biome-ignore lint/suspicious/noExplicitAny: a query takes any values, and gives any rows.
export type QuerySource = (...values: any[]) => Compilable<any>;

/** What a query takes, in its order. */
export type ParametersOf<Source extends QuerySource> =
  Parameters<Source> extends infer Values extends unknown[]
    ? { [At in keyof Values]: HeldBy<Values[At]> }
    : never;

type HeldBy<Given> = Given extends Value<infer Held> ? Held : { [Name in keyof Given]: HeldBy<Given[Name]> };

/** What a query gives. */
export type RowOf<Source extends QuerySource> =
  ReturnType<Source> extends Compilable<infer Row> ? Row : never;

type Described = typeof STORE_TABLES & typeof CHANGE_TABLES;

/** Columns that an insert may leave out: the database numbers the row, or its description says what it holds then. */
type Optional<Table> = Table extends { columns: infer Columns; key: infer Key }
  ?
      | {
          [Name in keyof Columns]: Columns[Name] extends `${string} = ${number}` ? Name : never;
        }[keyof Columns]
      | (Key extends readonly [infer Name extends keyof Columns]
          ? Columns[Name] extends 'int'
            ? Name
            : never
          : never)
  : never;

/** The tables as they are written to. */
export type QueryTables = {
  [Name in keyof Schema]: {
    [Column in keyof Schema[Name]]: Column extends Optional<Described[Name]>
      ? Generated<Schema[Name][Column]>
      : Schema[Name][Column];
  };
};

/** Names of the store need no quotes, but for one that is a word of SQL. */
class PlainCompiler extends SqliteQueryCompiler {
  protected override visitIdentifier({ name }: IdentifierNode): void {
    this.append(name === 'end' ? `"${name}"` : name);
  }
}

/** Where each query begins. It runs none. */
export const from: Kysely<QueryTables> = new Kysely<QueryTables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PlainCompiler(),
  },
});

const byName = new WeakSet<QuerySource>();

/** A query that takes its values by their names: there are many, or one of them stands in it twice. */
export function named<Source extends QuerySource>(source: Source): Source {
  byName.add(source);
  return source;
}

/** Every value by its name, whatever it is called. */
const NAMES: Named<Readonly<Record<string, unknown>>> = new Proxy(
  {},
  { get: (_, name) => sql.raw(`@${String(name)}`) },
);

/** Puts a row in the place of the one of its key, with every column that the description has. */
export function putRow<Table extends keyof typeof STORE_TABLES>(
  table: Table,
): (row: Named<Schema[Table]>) => Compilable<InsertResult> {
  return named((row: Named<Readonly<Record<string, unknown>>>) => {
    const columns = Object.keys(STORE_TABLES[table].columns);
    const values = Object.fromEntries(columns.map((column) => [column, row[column]]));
    return from
      .insertInto(table)
      .orReplace()
      .values(values as never);
  }) as never;
}

class Placeholder {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/** The text of a query for SQLite. Throws where its values do not stand in it in their order, once each. */
export function compileQuery(name: string, source: QuerySource): string {
  const isNamed = byName.has(source);
  const values = Array.from({ length: source.length }, (_, at) => sql.val(new Placeholder(at)));
  const { sql: text, parameters } = (isNamed ? source(NAMES) : source(...values)).compile();
  const order = parameters.map((value) => (value instanceof Placeholder ? value.at : 'a constant'));
  const wanted = isNamed ? [] : values.map((_, at) => at);
  if (order.join() !== wanted.join())
    throw new Error(
      `the query ${name} takes its values in the order ${order.join(', ')}: write a constant with lit(), or take them by name`,
    );
  return text;
}
