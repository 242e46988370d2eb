import { lazily } from '../../concurrency/lazily.ts';
import { openOwnTable } from '../../store/open-own-table.ts';
import { type OwnDatabase, setDatabaseAside } from '../../store/own-database.ts';

/** How often something was recalled, and when first and last: instants, ISO 8601. */
export interface AccessCount {
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/**
 * Counts by id, in a file of its own so that a question never waits for a writer. They only affect the order of recalled memories: no memory is lost with them.
 */
export interface AccessCounts {
  /** Adds one to the count of each id, all of them in one row. Never fails, because a recall does not depend on it. */
  readonly count: (ids: readonly string[], at: Date) => Promise<void>;
  /** Ids that were never counted are absent. */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, AccessCount>>;
  /**
   * Takes one of the `most` units of an id, in one statement, so that concurrent processes never take more than there are. Returns how many are taken,
   * including this one; 0 if none was left, null if counting is impossible here. An id without a take for 90 days is forgotten.
   */
  readonly take: (id: string, most: number, at: Date) => Promise<number | null>;
  /** Puts one back that was taken and not used. */
  readonly putBack: (id: string) => Promise<void>;
  /** How many were taken of an id, and when last; null if none was. */
  readonly taken: (id: string) => Promise<{ readonly count: number; readonly last: string } | null>;
  /** When one was taken last of the ids that begin so; null if none was. */
  readonly lastTaken: (start: string) => Promise<string | null>;
}

export interface OwnAccessCounts extends AccessCounts {
  /** Forgets all ids but these. */
  readonly keepOnly: (ids: ReadonlySet<string>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** As long as others that open or write the file at the same time are waited for. */
const PATIENCE_MS = 10_000;

const TAKEN_FOR_MS = 90 * 86_400_000;

/** The maximum of unsummed rows before they are added to the sums: writing a row takes half the time of updating five sums. */
const MOST_ROWS = 512;

/** The file is made by the first count. */
export function createAccessCounts(path: string, own: OwnDatabase): OwnAccessCounts {
  const open = lazily(async () => {
    const standing = await own.standing(path);
    if (standing === 'unknown') setDatabaseAside(path);
    if (standing !== 'ours') await own.markNew(path);
    return openTable(path);
  });
  const known = async () => ((await own.standing(path)) === 'ours' ? open() : null);
  return {
    async count(ids, at) {
      if (ids.length === 0) return;
      try {
        const { count, sum } = await open();
        const { lastInsertRowid: rows } = count.run(at.toISOString(), JSON.stringify([...new Set(ids)]));
        if (rows >= MOST_ROWS) sum();
      } catch {
        // A full disk, a folder that may not be written: this time nothing is counted.
      }
    },
    async read(ids) {
      try {
        const table = await known();
        if (table === null) return new Map();
        sumIfPossible(table);
        return new Map(table.read.all(JSON.stringify(ids)).map(({ id, ...count }) => [id, count]));
      } catch {
        return new Map();
      }
    },
    async take(id, most, at) {
      try {
        const { take, forgetOld } = await open();
        const count = most < 1 ? 0 : (take.get(id, at.toISOString(), most) ?? 0);
        if (count === 1) forgetOld.run(new Date(at.getTime() - TAKEN_FOR_MS).toISOString());
        return count;
      } catch {
        return null;
      }
    },
    async putBack(id) {
      try {
        (await known())?.putBack.run(id);
      } catch {
        // One less is left than could be.
      }
    },
    async taken(id) {
      try {
        return (await known())?.taken.get(id) ?? null;
      } catch {
        return null;
      }
    },
    async lastTaken(start) {
      try {
        return (await known())?.lastTaken.get(start, `${start}\u{10ffff}`) ?? null;
      } catch {
        return null;
      }
    },
    async keepOnly(ids) {
      const table = await known();
      if (table === null) return;
      table.sum();
      const gone = table.ids.all().filter((id) => !ids.has(id));
      if (gone.length === 0) return;
      table.forget.run(JSON.stringify(gone));
      table.db.pragma('wal_checkpoint(TRUNCATE)');
    },
    close: () => open.close(async ({ db }) => void db.close()),
  };
}

/** If the file cannot be written, the sums stay as they are. */
function sumIfPossible({ sum }: ReturnType<typeof openTable>): void {
  try {
    sum();
  } catch {
    // A full disk, a folder that may not be written.
  }
}

function openTable(path: string) {
  const db = openOwnTable(path, PATIENCE_MS);
  db.exec(
    'CREATE TABLE IF NOT EXISTS access (id TEXT PRIMARY KEY, count INTEGER NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL) WITHOUT ROWID',
  );
  // The counts since the last sums: one row for all ids of a recall. Row numbers restart at 1 when the table is empty.
  db.exec(
    'CREATE TABLE IF NOT EXISTS counted (number INTEGER PRIMARY KEY, at TEXT NOT NULL, ids TEXT NOT NULL)',
  );
  db.exec(
    'CREATE TABLE IF NOT EXISTS taken (id TEXT PRIMARY KEY, count INTEGER NOT NULL, last TEXT NOT NULL) WITHOUT ROWID',
  );
  const rows = db.prepare<[], number>('SELECT count(*) FROM counted').pluck();
  const add = db.prepare<[]>(
    "INSERT INTO access (id, count, first, last) SELECT value, count(*), substr(min(format('%012d', number) || at), 13), max(at) " +
      'FROM counted, json_each(ids) WHERE true GROUP BY value ' +
      'ON CONFLICT (id) DO UPDATE SET count = count + excluded.count, last = max(last, excluded.last)',
  );
  const empty = db.prepare<[]>('DELETE FROM counted');
  const addAll = db.transaction(() => {
    add.run();
    empty.run();
  });
  return {
    db,
    sum: () => {
      if ((rows.get() ?? 0) > 0) addAll.immediate();
    },
    take: db
      .prepare<[string, string, number], number>(
        'INSERT INTO taken (id, count, last) VALUES (?, 1, ?) ' +
          'ON CONFLICT (id) DO UPDATE SET count = count + 1, last = max(last, excluded.last) WHERE count < ? RETURNING count',
      )
      .pluck(),
    putBack: db.prepare<[string]>('UPDATE taken SET count = count - 1 WHERE id = ? AND count > 0'),
    taken: db.prepare<[string], { count: number; last: string }>(
      'SELECT count, last FROM taken WHERE id = ?',
    ),
    lastTaken: db
      .prepare<[string, string], string | null>('SELECT max(last) FROM taken WHERE id >= ? AND id < ?')
      .pluck(),
    forgetOld: db.prepare<[string]>('DELETE FROM taken WHERE last < ?'),
    count: db.prepare<[string, string]>('INSERT INTO counted (at, ids) VALUES (?, ?)'),
    read: db.prepare<[string], AccessCount & { readonly id: string }>(
      'SELECT id, count, first, last FROM access WHERE id IN (SELECT value FROM json_each(?))',
    ),
    ids: db.prepare<[], string>('SELECT id FROM access').pluck(),
    forget: db.prepare<[string]>('DELETE FROM access WHERE id IN (SELECT value FROM json_each(?))'),
  };
}
