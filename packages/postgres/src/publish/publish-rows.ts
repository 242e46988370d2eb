import type { ChangedRows, PublishedTable, PublishedValue } from '@memora/claims/internal';
import { isTextTable } from '@memora/retrieval/internal';
import type { Connection } from '../connect/connection.ts';
import { APPEND_ONLY, PUBLISHED_NAMES } from '../schema/policies.ts';
import { putPostings, removePostings } from './publish-postings.ts';
import { fromStored, toStored, typeOf } from './value-codec.ts';

/** Rows per statement. */
const BATCH = 5_000;

/** Rows in flight at the same time, so that a large publication is not held in memory twice. */
const ON_THE_WAY = 50_000;

interface PublishOptions<Result> {
  /** True replaces all existing rows. */
  readonly isWhole?: boolean;
  /** The final statement, sent without waiting for those in flight. */
  readonly last: () => Promise<Result>;
}

/** Writes the changed rows of a scope's tables, then the final statement. Returns the number of rows and the final result. */
export async function publishRows<Result>(
  db: Connection,
  scope: number,
  changes: readonly ChangedRows[],
  { isWhole = false, last }: PublishOptions<Result>,
): Promise<[number, Result]> {
  let count = 0;
  let sent: Promise<unknown>[] = [];
  let waiting = 0;
  const send = async (rows: number, statement: Promise<unknown>): Promise<void> => {
    // Errors are reported when all are awaited: another one may fail first.
    statement.catch(() => undefined);
    sent.push(statement);
    waiting += rows;
    if (waiting < ON_THE_WAY) return;
    await Promise.all(sent);
    sent = [];
    waiting = 0;
  };
  if (isWhole)
    for (const name of PUBLISHED_NAMES)
      if (!APPEND_ONLY.includes(name))
        await send(0, db.rows(`DELETE FROM memora.${name} WHERE scope = $1`, [scope]));
  for (const { table, rows, gone } of changes) {
    const isText = isTextTable(table);
    // Uses the texts that are still published, before they are replaced.
    if (isText && !isWhole)
      for (const removed of await removePostings(db, scope, [...rows, ...gone])) await send(0, removed);
    if (gone.length > 0 && !APPEND_ONLY.includes(table.name))
      await send(gone.length, removeRows(db, scope, table, gone));
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH);
      await send(batch.length, putRows(db, scope, table, batch, isWhole));
      if (isText) for (const put of putPostings(db, scope, batch)) await send(BATCH, put);
    }
    count += rows.length + gone.length;
  }
  const end = last();
  await Promise.all([...sent, end]);
  return [count, await end];
}

/** Yields every published row of a scope's table by key, in batches. */
export async function* readRows(
  db: Connection,
  scope: number,
  table: PublishedTable,
): AsyncGenerator<readonly (readonly PublishedValue[])[]> {
  const names = table.columns.map(({ name }) => name);
  const key = table.key.join(', ');
  const at = table.key.map((name) => names.indexOf(name));
  const types = at.map((i) => typeOf(table.columns[i] as never));
  const read = (after: readonly unknown[]): Promise<unknown[][]> => {
    const behind =
      after.length === 0
        ? ''
        : ` AND (${key}) > (${types.map((type, i) => `$${i + 3}::${type}`).join(', ')})`;
    const reading: Promise<unknown[][]> = db.rows(
      `SELECT ${names.join(', ')} FROM memora.${table.name} WHERE scope = $1${behind} ORDER BY ${key} LIMIT $2`,
      [scope, BATCH, ...after],
    );
    // Errors are reported when it is awaited.
    reading.catch(() => undefined);
    return reading;
  };
  let next: Promise<unknown[][]> | null = read([]);
  while (next !== null) {
    const rows: unknown[][] = await next;
    const last = rows.at(-1);
    // The server reads the next batch while this one is stored.
    next = last === undefined || rows.length < BATCH ? null : read(at.map((i) => last[i]));
    if (rows.length > 0)
      yield rows.map((row) => row.map((value, i) => fromStored(table.columns[i] as never, value)));
  }
}

async function removeRows(
  db: Connection,
  scope: number,
  table: PublishedTable,
  gone: readonly (readonly PublishedValue[])[],
): Promise<void> {
  const columns = table.key.map((name) => table.columns.find((column) => column.name === name) as never);
  const lists = columns.map((column, i) => gone.map((key) => toStored(column, key[i] as PublishedValue)));
  await db.rows(
    `DELETE FROM memora.${table.name} AS t USING unnest(${columns.map((column, i) => `$${i + 2}::${typeOf(column)}[]`).join(', ')})
       AS gone (${table.key.join(', ')})
     WHERE t.scope = $1 AND ${table.key.map((name) => `t.${name} = gone.${name}`).join(' AND ')}`,
    [scope, ...lists],
  );
}

async function putRows(
  db: Connection,
  scope: number,
  table: PublishedTable,
  rows: readonly (readonly PublishedValue[])[],
  isWhole: boolean,
): Promise<void> {
  const { name, columns, key } = table;
  const lists = columns.map((column, i) => rows.map((row) => toStored(column, row[i] as PublishedValue)));
  const others = columns.filter((column) => !key.includes(column.name));
  const conflict = APPEND_ONLY.includes(name)
    ? isWhole
      ? ' ON CONFLICT DO NOTHING'
      : ''
    : others.length === 0
      ? ' ON CONFLICT DO NOTHING'
      : ` ON CONFLICT (scope, ${key.join(', ')}) DO UPDATE SET ${others.map((each) => `${each.name} = excluded.${each.name}`).join(', ')}`;
  await db.rows(
    `INSERT INTO memora.${name} (scope, ${columns.map((column) => column.name).join(', ')})
     SELECT $1::int, * FROM unnest(${columns.map((column, i) => `$${i + 2}::${typeOf(column)}[]`).join(', ')})${conflict}`,
    [scope, ...lists],
  );
}
