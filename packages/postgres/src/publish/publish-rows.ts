import type { ChangedRows, PublishedTable, PublishedValue } from '@memora/claims/internal';
import { isTextTable } from '@memora/retrieval/internal';
import type { Connection } from '../connect/connection.ts';
import { APPEND_ONLY, PUBLISHED_NAMES } from '../schema/policies.ts';
import { putPostings, removePostings } from './publish-postings.ts';
import { fromStored, toStored, typeOf } from './value-codec.ts';

/** Rows in one statement. */
const BATCH = 5_000;

/** Rows that are on their way at once, so that a large publication does not stand in memory a second time. */
const ON_THE_WAY = 50_000;

interface PublishOptions<Result> {
  /** True puts everything in the place of what stood there. */
  readonly isWhole?: boolean;
  /** The statement that ends it; it is sent without waiting for what is on its way. */
  readonly last: () => Promise<Result>;
}

/** Writes what has changed in the tables of a scope, and what ends it. Returns how many rows that were, with what the end gave. */
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
    // Told where all are waited for: something else may fail before.
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
    // By the texts that are published still: after this they are others.
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

/** Every published row of a table of a scope, by key, in batches. */
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
    // Told where it is waited for.
    reading.catch(() => undefined);
    return reading;
  };
  let next: Promise<unknown[][]> | null = read([]);
  while (next !== null) {
    const rows: unknown[][] = await next;
    const last = rows.at(-1);
    // The server finds the next batch while this one is put in its place.
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
