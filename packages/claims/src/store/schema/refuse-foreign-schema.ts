import type * as Sqlite from '../../model/sqlite-database.ts';
import { storeError } from '../open/to-store-error.ts';
import { prepareQuery, type Row } from '../queries/prepare-query.ts';

/**
 * Throws `DATABASE_FOREIGN` if a database has objects that our migrations did not create and that could execute code or alter results: a view, a trigger, an
 * index or another definition of one of our tables, or a virtual table that is not a full-text index. Plain tables with other names are left alone: they belong
 * to additional indexes, and our code does not read them.
 */
export function refuseForeignSchema(db: Sqlite.Database, path: string, migrations: readonly string[]): void {
  const known = migrations.join('\n');
  const tables = new Set([...known.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name));
  const added = [...known.matchAll(/^ALTER TABLE \w+ ADD COLUMN ([^;]+);/gm)].map(
    ([, column]) => `, ${column}`,
  );
  const foreign = prepareQuery(db, 'schemaObjects')
    .all()
    .find((row) => !isOurs(row, { known, tables, added }));
  if (foreign === undefined) return;
  throw storeError(
    'DATABASE_FOREIGN',
    `${path} holds a ${foreign.type} that Memora did not make`,
    'Move the file elsewhere and index again: it is derived from the notes.',
  );
}

interface Known {
  readonly known: string;
  readonly tables: ReadonlySet<string | undefined>;
  /** Columns that a migration added, as SQLite writes them into the definition of the table. */
  readonly added: readonly string[];
}

function isOurs(
  { type, name, tbl_name: table, sql }: Row<'schemaObjects'>,
  { known, tables, added }: Known,
): boolean {
  // SQLite creates these itself for a primary key or a unique column.
  if (sql === null) return type === 'index' && name.startsWith('sqlite_autoindex_');
  if (type === 'table') {
    if (/^CREATE\s+VIRTUAL\b/i.test(sql))
      return /^CREATE\s+VIRTUAL\s+TABLE\s+\S+\s+USING\s+fts5\b/i.test(sql);
    const named = /^CREATE\s+TABLE\s+["'`[]?(\w+)/i.exec(sql)?.[1];
    if (named?.toLowerCase() !== name.toLowerCase()) return false;
    if (!tables.has(name.toLowerCase())) return true;
    return known.includes(added.reduce((text, column) => text.replace(column, ''), sql));
  }
  if (type !== 'index') return known.includes(sql) && type === 'trigger';
  if (known.includes(sql)) return true;
  const on = /\bON\s+["'`[]?(\w+)/i.exec(sql)?.[1]?.toLowerCase();
  return on === table.toLowerCase() && !tables.has(on);
}
