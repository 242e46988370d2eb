/** The type of a column. `any` is a text, a number, bytes or null. */
export type ColumnKind = 'int' | 'real' | 'text' | 'blob' | 'any';

/** A type; `?` if it may be null, and after `=` the default number. */
type ColumnText = ColumnKind | `${ColumnKind}?` | `${'int' | 'real'} = ${number}`;

/** The definition of a table. */
export interface TableText {
  /** The columns of the primary key, in order. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, ColumnText>>;
  /** The auto-increment column of SQLite, whose values are never reused. */
  readonly counter?: string;
  /** Unique columns of SQLite, besides the key. */
  readonly unique?: readonly string[];
  /** A text that PostgreSQL also stores as a digest: row-level security requires look-ups by that. */
  readonly digest?: string;
  /** Indexes of both databases, of SQLite alone and of PostgreSQL alone: a name, the columns, and a condition on rows. */
  readonly indexes?: readonly string[];
  readonly sqlite?: readonly string[];
  readonly postgres?: readonly string[];
  /** The table that is watched in place of this one, with its key, if this one can't be watched. */
  readonly watched?: { readonly name: string; readonly key: readonly string[] };
  /** The table and columns through which rows are restored, if the table itself may not be written. */
  readonly through?: { readonly name: string; readonly columns: readonly string[] };
}

/** A column of a table. */
export interface PublishedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** The default value of a column; null if every row sets it. */
  readonly initial: string | null;
}

/** A table of the published store: what another database needs to hold its rows. */
export interface PublishedTable extends Omit<TableText, 'columns'> {
  readonly name: string;
  readonly columns: readonly PublishedColumn[];
}

interface Held {
  int: number;
  real: number;
  text: string;
  blob: Buffer;
  any: string | number | Buffer;
}

type HeldBy<Text> = Text extends `${infer Kind extends ColumnKind}?`
  ? Held[Kind] | null
  : Text extends `${infer Kind extends ColumnKind} = ${string}` | (infer Kind extends ColumnKind)
    ? Held[Kind]
    : never;

/** The rows of tables, by name. */
export type RowsOf<Tables extends Readonly<Record<string, TableText>>> = {
  [Name in keyof Tables]: {
    -readonly [Column in keyof Tables[Name]['columns']]: HeldBy<Tables[Name]['columns'][Column]>;
  };
};

/** Returns table definitions, each with its name. */
export function describeTables(tables: Readonly<Record<string, TableText>>): readonly PublishedTable[] {
  return Object.entries(tables).map(([name, table]) => ({
    ...table,
    name,
    columns: Object.entries(table.columns).map(([column, text]) => {
      const [held = '', , initial = null] = text.split(' ');
      return {
        name: column,
        kind: held.replace('?', '') as ColumnKind,
        nullable: held.endsWith('?'),
        initial,
      };
    }),
  }));
}

const SQLITE_TYPES = { int: 'INTEGER', real: 'REAL', text: 'TEXT', blob: 'BLOB', any: 'ANY' } as const;

/** Returns the statements that create tables and their indexes in SQLite; `ifNeeded` if they may exist. */
export function sqliteStatements(
  tables: Readonly<Record<string, TableText>>,
  ifNeeded: '' | 'IF NOT EXISTS ' = '',
): string {
  return describeTables(tables)
    .flatMap((table) => [
      sqliteTable(table, ifNeeded),
      ...[...(table.indexes ?? []), ...(table.sqlite ?? [])].map((index) => {
        const { unique, name, rest } = readIndex(index);
        return `CREATE ${unique}INDEX ${ifNeeded}${name} ON ${table.name} ${rest};`;
      }),
    ])
    .join('\n');
}

/** A table with a single integer key uses the rowid; any other is stored by its primary key. */
function sqliteTable({ name, key, columns, counter, unique }: PublishedTable, ifNeeded: string): string {
  const [first] = key;
  const isCounted = counter !== undefined && counter !== first;
  const inline = isCounted ? counter : key.length === 1 ? first : undefined;
  const kindOf = (wanted: string | undefined) => columns.find((column) => column.name === wanted)?.kind;
  const hasRowid = key.length === 0 || kindOf(inline) === 'int';
  const lines = columns.map((column) => {
    const typed = `${column.name} ${SQLITE_TYPES[column.kind]}`;
    if (column.name === inline)
      return `${typed} PRIMARY KEY${column.name === counter ? ' AUTOINCREMENT' : ''}`;
    const initial = column.initial === null ? '' : ` DEFAULT ${column.initial}`;
    const isUnique = unique?.length === 1 && unique[0] === column.name;
    return `${typed}${column.nullable ? '' : ' NOT NULL'}${initial}${isUnique ? ' UNIQUE' : ''}`;
  });
  if (isCounted) lines.push(`UNIQUE (${key.join(', ')})`);
  else if (key.length > 1) lines.push(`PRIMARY KEY (${key.join(', ')})`);
  if (unique !== undefined && unique.length > 1) lines.push(`UNIQUE (${unique.join(', ')})`);
  return `CREATE TABLE ${ifNeeded}${name} (\n  ${lines.join(',\n  ')}\n) ${hasRowid ? '' : 'WITHOUT ROWID, '}STRICT;`;
}

/** Returns the parts of an index from its SQL. */
export function readIndex(index: string): {
  readonly unique: 'UNIQUE ' | '';
  readonly name: string;
  readonly rest: string;
} {
  const unique = index.startsWith('UNIQUE ') ? 'UNIQUE ' : '';
  const bare = index.slice(unique.length);
  const space = bare.indexOf(' ');
  return { unique, name: bare.slice(0, space), rest: bare.slice(space + 1) };
}
