import { mkdirSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Writes the same bytes as saving a memory, and nothing else: the file, synced to disk, and its rows in one commit. */
export interface BareWriter extends AsyncDisposable {
  readonly write: () => Promise<void>;
  /** Rows of one save, the median one. */
  readonly rows: number;
}

/** Rows by the table that they were written to. */
type Written = ReadonlyMap<string, readonly (readonly unknown[])[]>;

/** Runs `save` this often, records the rows that each wrote, and writes them again, one save at a time, into a copy of the original database. */
export async function openBareWriter(
  vault: string,
  save: () => Promise<unknown>,
  times: number,
): Promise<BareWriter> {
  const source = new Sqlite(join(vault, '.memora', 'memora.db'), { readonly: true });
  const folder = `${vault}-bare`;
  // A folder that is kept between runs contains the previous run's memory.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const path = join(folder, 'copy.db');
  source.exec(`VACUUM INTO '${path.replaceAll("'", "''")}'`);
  const saves: Written[] = [];
  let before = readAll(source);
  for (let i = 0; i < times; i++) {
    await save();
    const after = readAll(source);
    saves.push(
      new Map(
        [...after].map(([table, rows]) => [
          table,
          [...rows].filter(([key]) => !before.get(table)?.has(key)).map(([, row]) => row),
        ]),
      ),
    );
    before = after;
  }
  source.close();
  const copy = new Sqlite(path);
  copy.pragma('journal_mode = WAL');
  copy.pragma('synchronous = NORMAL');
  const statements = new Map(
    [...before.keys()].map((table) => [table, copy.prepare(insertInto(copy, table))]),
  );
  const commit = copy.transaction((written: Written) => {
    for (const [table, rows] of written) for (const row of rows) statements.get(table)?.run(...row);
  });
  const note = await readFile(new URL(import.meta.url));
  let next = 0;
  return {
    rows: saves.map(rowsOf).sort((a, b) => a - b)[saves.length >> 1] ?? 0,
    write: async () => {
      const file = await open(join(folder, `${next}.md`), 'wx');
      await file.writeFile(note.subarray(0, 400));
      await file.sync();
      await file.close();
      commit.immediate(saves[next++ % saves.length] as Written);
    },
    [Symbol.asyncDispose]: async () => void copy.close(),
  };
}

function rowsOf(written: Written): number {
  return [...written.values()].reduce((sum, rows) => sum + rows.length, 0);
}

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'lexical\\_fts\\_%' ESCAPE '\\'`;

function readAll(db: Sqlite.Database): Map<string, Map<string, readonly unknown[]>> {
  const tables = db.prepare<[], string>(TABLES).pluck().all();
  return new Map(
    tables.map((table) => {
      const columns = table === 'lexical_fts' ? 'rowid, *' : '*';
      const rows = db.prepare<[], unknown[]>(`SELECT ${columns} FROM "${table}"`).raw().all();
      return [table, new Map(rows.map((row) => [JSON.stringify(row), row]))] as const;
    }),
  );
}

function insertInto(db: Sqlite.Database, table: string): string {
  const columns = db
    .prepare<[], { name: string }>(`PRAGMA table_info("${table}")`)
    .all()
    .map(({ name }) => `"${name}"`);
  const all = table === 'lexical_fts' ? ['rowid', ...columns] : columns;
  return `INSERT OR REPLACE INTO "${table}" (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`;
}
