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
  PostgresQueryCompiler,
  type RawBuilder,
  type RootOperationNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  WithSchemaPlugin,
} from 'kysely';
import type { RowsOf, TableText } from '../../schema/describe-table.ts';
import { type CHANGE_TABLES, type Schema, STORE_TABLES } from '../../schema/tables.ts';

/** A parameter of a query. */
export type Value<Held> = RawBuilder<Held>;

/** Parameters of a query by name. */
export type Named<Held> = { readonly [Name in keyof Held]: Value<Held[Name]> };

/** Builds one query. Its parameters are the query's values, in order of use. */
export type QuerySource = (...values: never[]) => Compilable<unknown>;

/** The parameters of a query, in order. */
export type ParametersOf<Source extends QuerySource> =
  Parameters<Source> extends infer Values extends readonly unknown[]
    ? { -readonly [At in keyof Values]: HeldBy<Values[At]> }
    : never;

type HeldBy<Given> = Given extends Value<infer Held> ? Held : { [Name in keyof Given]: HeldBy<Given[Name]> };

/** The row of a query. */
export type RowOf<Source extends QuerySource> =
  ReturnType<Source> extends Compilable<infer Row> ? Row : never;

/** Columns that an insert may leave out: the row number, and columns with a default. */
type Optional<Table> = Table extends { columns: infer Columns; key: infer Key }
  ?
      | {
          [Name in keyof Columns]: Columns[Name] extends `${string} = ${number}` ? Name : never;
        }[keyof Columns]
      | (Table extends { counter: infer Counter extends keyof Columns } ? Counter : never)
      | (Key extends readonly [infer Name extends keyof Columns]
          ? Columns[Name] extends 'int'
            ? Name
            : never
          : never)
  : never;

/** A row in its form for writing: `Left` are the columns that an insert may leave out. */
export type Written<Row, Left> = {
  [Column in keyof Row]: Column extends Left ? Generated<Row[Column]> : Row[Column];
};

/** Described tables in their form for writing. */
export type WrittenTables<Each extends Tables> = {
  [Name in keyof Each]: {
    [Column in keyof RowsOf<Each>[Name]]: Column extends Optional<Each[Name]>
      ? Generated<RowsOf<Each>[Name][Column]>
      : RowsOf<Each>[Name][Column];
  };
};

type Tables = Readonly<Record<string, TableText>>;

/** The tables of the store. */
export type Described = typeof STORE_TABLES & typeof CHANGE_TABLES;

/** The tables of the store in their form for writing. */
export type QueryTables = WrittenTables<Described>;

/** Names in the store need no quotes, except those that are SQL keywords. */
const KEYWORDS = new Set(['end', 'from', 'to']);

class PlainCompiler extends SqliteQueryCompiler {
  protected override visitIdentifier({ name }: IdentifierNode): void {
    this.append(KEYWORDS.has(name) ? `"${name}"` : name);
  }
}

/** The start of each query over described tables. */
export function queriesOver<Each extends Tables>(): Kysely<WrittenTables<Each>> {
  return queriesOverRows<WrittenTables<Each>>();
}

/** The start of each query. It executes none. */
export function queriesOverRows<Rows>(): Kysely<Rows> {
  return new Kysely<Rows>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new PlainCompiler(),
    },
  });
}

/** The start of each query of the store. */
export const from: Kysely<QueryTables> = queriesOver<Described>();

const byName = new WeakSet<QuerySource>();

/** A query with named parameters, for queries with many parameters or with one that is used twice. */
export function named<Source extends QuerySource>(source: Source): Source {
  byName.add(source);
  return source;
}

/** Returns a placeholder for any name. */
const NAMES: Named<Readonly<Record<string, unknown>>> = new Proxy(
  {},
  { get: (_, name) => sql.raw(`@${String(name)}`) },
);

/** Inserts or replaces a row by its key, with every column of the schema. */
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

/** PostgreSQL numbers its parameters; the first is the scope. */
class PostgresCompiler extends PlainCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return `$${this.numParameters + 1}`;
  }
}

let isForPostgres = false;

/** True while a query is built for PostgreSQL, for parts with different syntax. */
export function isPostgres(): boolean {
  return isForPostgres;
}

/** Resets the flag even if building fails, so that the next query is for SQLite. */
function forPostgres<Built>(build: () => Built): Built {
  isForPostgres = true;
  try {
    return build();
  } finally {
    isForPostgres = false;
  }
}

/** One for each positional parameter of a query. */
function placeholders(source: QuerySource): never[] {
  return Array.from({ length: source.length }, (_, at) => sql.val(new Placeholder(at)) as never);
}

/** Returns the text of a query for SQLite. Throws if its parameters are not used in order, once each. */
export function compileQuery(name: string, source: QuerySource): string {
  const isNamed = byName.has(source);
  const query = source(...(isNamed ? [NAMES as never] : placeholders(source)));
  return inOrder(name, query.compile(), isNamed ? 0 : source.length);
}

/**
 * Returns the text of a query for PostgreSQL, limited to one scope, its first parameter: the store's tables are restricted to the scope, under their own names.
 */
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

const PLAIN_NAME = new Set('abcdefghijklmnopqrstuvwxyz0123456789_');

class TeamCompiler extends PostgresQueryCompiler {
  protected override visitIdentifier(node: IdentifierNode): void {
    const isPlain = !KEYWORDS.has(node.name) && [...node.name].every((letter) => PLAIN_NAME.has(letter));
    if (isPlain) this.append(node.name);
    else super.visitIdentifier(node);
  }
}

/** Returns the text of a query over the tables of a team, in their schema. A parameter may be used twice. */
export function compileForTeam(name: string, source: QuerySource): string {
  const [queryId, numbers] = [createQueryId(), Array.from({ length: source.length }, (_, at) => at + 1)];
  const values = numbers.map((number) => sql.raw(`$${number}`) as never);
  const built = forPostgres(
    () => (source(...values) as unknown as OperationNodeSource).toOperationNode() as RootOperationNode,
  );
  const node = new WithSchemaPlugin('memora').transformQuery({ node: built, queryId });
  const { sql: text, parameters } = new TeamCompiler().compileQuery(node, queryId);
  if (parameters.length > 0) throw new Error(`the query ${name} has a constant: write it with lit()`);
  return text;
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

/** Returns the store's tables that a query reads. */
function tablesIn(node: unknown): Set<string> {
  if (typeof node !== 'object' || node === null) return new Set();
  const { kind, table } = node as { kind?: string; table?: { identifier: { name: string } } };
  const own = kind === 'TableNode' && table !== undefined && table.identifier.name in STORE_TABLES;
  return new Set([
    ...(own ? [table.identifier.name] : []),
    ...Object.values(node).flatMap((child) => [...tablesIn(child)]),
  ]);
}
