import type * as Sqlite from '../../model/sqlite-database.ts';
import { KEPT_META, PUBLISHED_TABLES, type PublishedTable } from './published-tables.ts';

/** A value of a published row. */
export type PublishedValue = string | number | Uint8Array | null;

/** What has changed in one table: rows as they are now, and keys of rows that are gone. Values stand in the order of the columns. */
export interface ChangedRows {
  readonly table: PublishedTable;
  readonly rows: readonly (readonly PublishedValue[])[];
  /** Values of the key columns. */
  readonly gone: readonly (readonly PublishedValue[])[];
}

/** Keeps in mind which rows a connection changes, for whoever publishes them. */
export interface ChangeCapture {
  /** The tables that have changed since the last `forget`, in the order of their description. */
  readonly changed: () => readonly ChangedRows[];
  /** Begins anew: what was captured has been published. */
  readonly forget: () => void;
}

const MOST_KEYS = Math.max(...PUBLISHED_TABLES.map(({ key }) => key.length));
/** The columns of the keys; tables beside the store's have no longer ones. */
const KEYS = Array.from({ length: MOST_KEYS }, (_, i) => `k${i}`);

/**
 * Watches a connection by temporary triggers, which end with it. They only append: a conflict clause of the statement outside would override
 * one of a trigger's, and a table with a key would fail it. Doubles go when the rows are read.
 */
export function captureChanges(db: Sqlite.Database, beside: readonly PublishedTable[] = []): ChangeCapture {
  const tables = [...PUBLISHED_TABLES, ...beside];
  db.exec(`CREATE TEMP TABLE captured_key (of INTEGER NOT NULL, ${KEYS.join(', ')})`);
  for (const [of, table] of tables.entries()) db.exec(triggersOf(table, of));
  return {
    changed: () => tables.flatMap((table, of) => readChanged(db, table, of)),
    forget: () => {
      db.exec('DELETE FROM temp.captured_key');
    },
  };
}

/** Every row of every table, and of those `beside` the store's, as {@link ChangeCapture.changed} gives them. */
export function readPublished(
  db: Sqlite.Database,
  beside: readonly PublishedTable[] = [],
): readonly ChangedRows[] {
  return [...PUBLISHED_TABLES, ...beside].flatMap((table) => {
    const sql = `SELECT ${columnsOf(table)} FROM ${table.name} ORDER BY ${table.key.join(', ')}`;
    const rows = db
      .prepare<[], PublishedValue[]>(sql)
      .raw()
      .all()
      .filter((row) => isPublished(table, row));
    return rows.length === 0 ? [] : [{ table, rows, gone: [] }];
  });
}

function triggersOf(table: PublishedTable, of: number): string {
  const { name, key } = table.watched ?? table;
  const keep = (side: 'old' | 'new'): string => {
    const values = KEYS.map((_, i) => (key[i] === undefined ? 'NULL' : `${side}.${key[i]}`));
    return `INSERT INTO captured_key VALUES (${of}, ${values.join(', ')});`;
  };
  const trigger = (event: string, body: string): string =>
    `CREATE TEMP TRIGGER capture_${event.toLowerCase()}_${table.name} AFTER ${event} ON main.${name} BEGIN ${body} END;`;
  return [
    trigger('INSERT', keep('new')),
    trigger('UPDATE', `${keep('old')} ${keep('new')}`),
    trigger('DELETE', keep('old')),
  ].join('\n');
}

function readChanged(db: Sqlite.Database, table: PublishedTable, of: number): ChangedRows[] {
  const { name, key } = table;
  const keys = key.map((_, i) => `k${i}`).join(', ');
  const touched = `(SELECT DISTINCT ${keys} FROM temp.captured_key WHERE of = ${of}) AS touched`;
  const same = key.map((column, i) => `t.${column} IS touched.k${i}`).join(' AND ');
  const rows = db
    .prepare<[], PublishedValue[]>(
      `SELECT ${columnsOf(table, 't.')} FROM ${touched} CROSS JOIN ${name} AS t ON ${same} ORDER BY ${keys}`,
    )
    .raw()
    .all();
  const gone = db
    .prepare<[], PublishedValue[]>(
      `SELECT ${keys} FROM ${touched} WHERE NOT EXISTS (SELECT 1 FROM ${name} AS t WHERE ${same}) ORDER BY ${keys}`,
    )
    .raw()
    .all();
  const changed = {
    table,
    rows: rows.filter((row) => isPublished(table, row)),
    gone: gone.filter((row) => isPublished(table, row)),
  };
  return changed.rows.length + changed.gone.length === 0 ? [] : [changed];
}

function isPublished({ name }: PublishedTable, [first]: readonly PublishedValue[]): boolean {
  return name !== 'meta' || !KEPT_META.includes(first as string);
}

function columnsOf({ columns }: PublishedTable, prefix = ''): string {
  return columns.map(({ name }) => `${prefix}${name}`).join(', ');
}
