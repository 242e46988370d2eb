import {
  type Compilable,
  type CompiledQuery,
  createQueryId,
  DummyDriver,
  type Generated,
  type IdentifierNode,
  type InsertResult,
  Kysely,
  type OperationNodeSource,
  type RawBuilder,
  type RootOperationNode,
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
export type QuerySource = (...values: never[]) => Compilable<unknown>;

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

/** PostgreSQL numbers its values; the first is the scope. */
class PostgresCompiler extends PlainCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return `$${this.numParameters + 1}`;
  }
}

let isForPostgres = false;

/** True while a query is built for PostgreSQL: for the parts that it words in its own way. */
export function isPostgres(): boolean {
  return isForPostgres;
}

/** Also where a query can't be built, the next one is one for SQLite. */
function forPostgres<Built>(build: () => Built): Built {
  isForPostgres = true;
  try {
    return build();
  } finally {
    isForPostgres = false;
  }
}

/** One for each value that a query takes in its order. */
function placeholders(source: QuerySource): never[] {
  return Array.from({ length: source.length }, (_, at) => sql.val(new Placeholder(at)) as never);
}

/** The text of a query for SQLite. Throws where its values do not stand in it in their order, once each. */
export function compileQuery(name: string, source: QuerySource): string {
  const isNamed = byName.has(source);
  const query = source(...(isNamed ? [NAMES as never] : placeholders(source)));
  return inOrder(name, query.compile(), isNamed ? 0 : source.length);
}

/** The text of a query for PostgreSQL, about one scope, its first value: the tables of the store are those of the scope, under their own names. */
export function compileForScope(name: string, source: QuerySource): string {
  const node = forPostgres(
    () =>
      (
        source(...placeholders(source)) as unknown as OperationNodeSource
      ).toOperationNode() as RootOperationNode,
  );
  const text = inOrder(name, new PostgresCompiler().compileQuery(node, createQueryId()), source.length);
  const own = [...tablesIn(node)]
    .sort()
    .map((table) => `${table} as not materialized (select * from memora.${table} where scope = $1)`);
  return `with ${own.join(', ')} ${text}`;
}

function inOrder(name: string, { sql: text, parameters }: CompiledQuery, count: number): string {
  const order = parameters.map((value) => (value instanceof Placeholder ? value.at : 'a constant'));
  const wanted = Array.from({ length: count }, (_, at) => at);
  if (order.join() !== wanted.join())
    throw new Error(
      `the query ${name} takes its values in the order ${order.join(', ')}: write a constant with lit(), or take them by name`,
    );
  return text;
}

/** The tables of the store that a query reads. */
function tablesIn(node: unknown): Set<string> {
  if (typeof node !== 'object' || node === null) return new Set();
  const { kind, table } = node as { kind?: string; table?: { identifier: { name: string } } };
  const own = kind === 'TableNode' && table !== undefined && table.identifier.name in STORE_TABLES;
  return new Set([
    ...(own ? [table.identifier.name] : []),
    ...Object.values(node).flatMap((child) => [...tablesIn(child)]),
  ]);
}
