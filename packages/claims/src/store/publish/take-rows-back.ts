import type * as Sqlite from '../../model/sqlite-database.ts';
import type { PublishedTable } from '../schema/describe-table.ts';
import { KEPT_META, PUBLISHED_TABLES } from '../schema/tables.ts';
import type { PublishedValue } from './capture-changes.ts';

/** Reads the published rows of a table, in batches of any size; values in column order. */
export type ReadRows = (table: PublishedTable) => AsyncIterable<readonly (readonly PublishedValue[])[]>;

/** Tables that triggers of the schema fill: they are written last, after the rows of the triggers are deleted. */
const FED_BY_TRIGGERS = ['changed_name'];

/** Replaces the content of all tables with published rows, atomically: the store is then row for row the published one. */
export async function takeRowsBack(
  db: Sqlite.Database,
  read: ReadRows,
  beside: readonly PublishedTable[] = [],
): Promise<number> {
  const last = PUBLISHED_TABLES.filter(({ name }) => FED_BY_TRIGGERS.includes(name));
  const first = PUBLISHED_TABLES.filter(({ name }) => !FED_BY_TRIGGERS.includes(name));
  let count = 0;
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const table of first) count += await refill(db, table, read);
    for (const table of [...last, ...beside]) count += await refill(db, table, read);
    db.exec('COMMIT');
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
  return count;
}

async function refill(db: Sqlite.Database, table: PublishedTable, read: ReadRows): Promise<number> {
  const { name, columns } = table.through ?? {
    name: table.name,
    columns: table.columns.map((column) => column.name),
  };
  const kept =
    name === 'meta' ? ` WHERE name NOT IN (${KEPT_META.map((each) => `'${each}'`).join(', ')})` : '';
  db.exec(`DELETE FROM ${name}${kept}`);
  const insert = db.prepare<[readonly PublishedValue[]]>(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  let count = 0;
  for await (const rows of read(table)) {
    for (const row of rows) insert.run(row);
    count += rows.length;
  }
  return count;
}
