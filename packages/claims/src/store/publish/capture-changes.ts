import type * as Sqlite from '../../model/sqlite-database.ts';
import type { PublishedTable } from '../schema/describe-table.ts';
import { KEPT_META, PUBLISHED_TABLES } from '../schema/tables.ts';

/** A value of a published row. */
export type PublishedValue = string | number | Uint8Array | null;

/** The changes of one table: changed rows, and keys of deleted rows. Values are in column order. */
export interface ChangedRows {
  readonly table: PublishedTable;
  readonly rows: readonly (readonly PublishedValue[])[];
  /** Values of the key columns. */
  readonly gone: readonly (readonly PublishedValue[])[];
}

/** Records which rows a connection changes, for publishing. */
export interface ChangeCapture {
  /** Returns the tables that changed since the last `forget`, in schema order. */
  readonly changed: () => readonly ChangedRows[];
  /** Starts again: the captured changes have been published. From now on every change is captured, including a first index. */
  readonly forget: () => void;
}

const MOST_KEYS = Math.max(...PUBLISHED_TABLES.map(({ key }) => key.length));
/** The key columns. The tables that are published with the store's own have no keys with more columns. */
const KEYS = Array.from({ length: MOST_KEYS }, (_, i) => `k${i}`);

/**
 * The highest value of the first key column when the watch began. Later rows are new, and their changes are not captured. `null` if the table was empty;
 * `undefined` if the column has no usable order: then all changes are captured.
 */
type Mark = string | null | undefined;

/**
 * Watches a connection with temporary triggers, which end with it. They only append: a conflict clause of the outer statement would override one in a trigger,
 * and a table with a key would make it fail. Duplicates are removed when the rows are read. A first index is not captured.
 */
export function captureChanges(db: Sqlite.Database, beside: readonly PublishedTable[] = []): ChangeCapture {
  const tables = [...PUBLISHED_TABLES, ...beside];
  db.exec(`CREATE TEMP TABLE captured_key (of INTEGER NOT NULL, ${KEYS.join(', ')})`);
  let marks: readonly Mark[] = tables.map((table, of) => {
    const mark = markOf(db, table);
    if (mark !== null) db.exec(triggersOf(table, of, mark));
    return mark;
  });
  return {
    changed: () => tables.flatMap((table, of) => readChanged(db, table, of, marks[of])),
    forget: () => {
      // Only once: new triggers make the connection prepare every statement again, which costs more than they save.
      if (marks.some((mark) => mark !== undefined)) {
        for (const [of, table] of tables.entries()) {
          if (marks[of] === undefined) continue;
          for (const event of EVENTS)
            db.exec(`DROP TRIGGER IF EXISTS temp.${triggerName(event, table.name)}`);
          db.exec(triggersOf(table, of, undefined));
        }
        marks = tables.map(() => undefined);
      }
      db.exec('DELETE FROM temp.captured_key');
    },
  };
}

/** Returns every row of every table, including the tables `beside` the store's, in the form of {@link ChangeCapture.changed}. */
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

/** As an SQL literal, because 64-bit integers do not fit into a JavaScript number. */
function markOf(db: Sqlite.Database, table: PublishedTable): Mark {
  const { name, key } = table.watched ?? table;
  const [first = ''] = key;
  const last = db
    .prepare<[], { kind: string; value: string }>(
      `SELECT typeof(${first}) AS kind, CAST(${first} AS TEXT) AS value FROM ${name} ORDER BY ${first} DESC LIMIT 1`,
    )
    .get();
  if (last === undefined) return null;
  return last.kind === 'integer' ? last.value : undefined;
}

const EVENTS = ['insert', 'update', 'rekey', 'delete'] as const;

function triggerName(event: (typeof EVENTS)[number], table: string): string {
  return `capture_${event}_${table}`;
}

function triggersOf(table: PublishedTable, of: number, mark: Mark): string {
  const { name, key } = table.watched ?? table;
  const trigger = (event: (typeof EVENTS)[number], on: string, side: 'old' | 'new'): string => {
    const values = KEYS.map((_, i) => (key[i] === undefined ? 'NULL' : `${side}.${key[i]}`));
    const when = mark === undefined ? '' : ` WHEN ${side}.${key[0]} <= ${mark}`;
    return `CREATE TEMP TRIGGER ${triggerName(event, table.name)} AFTER ${on} ON main.${name}${when}
      BEGIN INSERT INTO captured_key VALUES (${of}, ${values.join(', ')}); END;`;
  };
  return [
    trigger('insert', 'INSERT', 'new'),
    trigger('update', 'UPDATE', 'new'),
    // Only a change of the key itself leaves an old row behind.
    trigger('rekey', `UPDATE OF ${key.join(', ')}`, 'old'),
    trigger('delete', 'DELETE', 'old'),
  ].join('\n');
}

function readChanged(db: Sqlite.Database, table: PublishedTable, of: number, mark: Mark): ChangedRows[] {
  const { name, key } = table;
  const read = (sql: string) => db.prepare<[], PublishedValue[]>(sql).raw().all();
  const keys = key.map((_, i) => `k${i}`).join(', ');
  const isOld = mark === undefined ? '' : ` AND k0 <= ${mark}`;
  const touched = `(SELECT DISTINCT ${keys} FROM temp.captured_key WHERE of = ${of}${isOld}) AS touched`;
  const same = key.map((column, i) => `t.${column} IS touched.k${i}`).join(' AND ');
  const rows =
    mark === null
      ? []
      : read(
          `SELECT ${columnsOf(table, 't.')} FROM ${touched} CROSS JOIN ${name} AS t ON ${same} ORDER BY ${keys}`,
        );
  const added =
    mark === undefined
      ? []
      : read(
          `SELECT ${columnsOf(table)} FROM ${name}${mark === null ? '' : ` WHERE ${key[0]} > ${mark}`} ORDER BY ${key.join(', ')}`,
        );
  const gone =
    mark === null
      ? []
      : read(
          `SELECT ${keys} FROM ${touched} WHERE NOT EXISTS (SELECT 1 FROM ${name} AS t WHERE ${same}) ORDER BY ${keys}`,
        );
  const changed = {
    table,
    rows: [...rows, ...added].filter((row) => isPublished(table, row)),
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
