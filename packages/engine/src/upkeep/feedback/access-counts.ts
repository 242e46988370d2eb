import { openSideFile } from '@memora/claims/internal';
import { lazily } from '../../concurrency/lazily.ts';
import { ACCESS_TABLES } from '../../queries/engine-tables.ts';
import { prepareQueries, prepareValues } from '../../queries/prepare-query.ts';
import { type OwnDatabase, setDatabaseAside } from '../../store/own-database.ts';

/** How often something was recalled, and the first and last instant, as ISO 8601. */
export interface AccessCount {
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/**
 * Counts by id, in a separate file so that a question never waits for a writer. They affect only the order of
 * recalled memories; losing them loses no memory.
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
  /** Returns one unit that was taken and not used. */
  readonly putBack: (id: string) => Promise<void>;
  /** The number of units taken of an id, and the time of the last; null if none was. */
  readonly taken: (id: string) => Promise<{ readonly count: number; readonly last: string } | null>;
  /** The time of the last unit taken of ids with this prefix; null if none was. */
  readonly lastTaken: (start: string) => Promise<string | null>;
}

export interface OwnAccessCounts extends AccessCounts {
  /** Forgets all ids except these. */
  readonly keepOnly: (ids: ReadonlySet<string>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How long to wait for other processes that open or write the file, in milliseconds. */
const PATIENCE_MS = 10_000;

const TAKEN_FOR_MS = 90 * 86_400_000;

/** The maximum of unsummed rows before they are added to the sums: writing a row takes half the time of updating five sums. */
const MOST_ROWS = 512;

/** The first count creates the file. */
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
        const { countIds, sum } = await open();
        const { lastInsertRowid: rows } = countIds.run(at.toISOString(), JSON.stringify([...new Set(ids)]));
        if (rows >= MOST_ROWS) sum();
      } catch {
        // A full disk or a read-only folder: this time nothing is counted.
      }
    },
    async read(ids) {
      try {
        const table = await known();
        if (table === null) return new Map();
        sumIfPossible(table);
        return new Map(table.accessOf.all(JSON.stringify(ids)).map(({ id, ...count }) => [id, count]));
      } catch {
        return new Map();
      }
    },
    async take(id, most, at) {
      try {
        const { take, forgetTaken } = await open();
        const count = most < 1 ? 0 : (take.get(id, at.toISOString(), most) ?? 0);
        if (count === 1) forgetTaken.run(new Date(at.getTime() - TAKEN_FOR_MS).toISOString());
        return count;
      } catch {
        return null;
      }
    },
    async putBack(id) {
      try {
        (await known())?.putBack.run(id);
      } catch {
        // Then the next caller may take one unit fewer than the limit allows.
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
      const gone = table.accessIds.all().filter((id) => !ids.has(id));
      if (gone.length === 0) return;
      table.forgetAccess.run(JSON.stringify(gone));
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
    // A full disk or a read-only folder.
  }
}

function openTable(path: string) {
  const db = openSideFile(path, ACCESS_TABLES, PATIENCE_MS);
  const { countCounted, ...values } = prepareValues(db, ['countCounted', 'take', 'lastTaken', 'accessIds']);
  const { sumCounted, emptyCounted, ...others } = prepareQueries(db, [
    ...(['sumCounted', 'emptyCounted', 'putBack', 'taken', 'forgetTaken', 'countIds'] as const),
    ...(['accessOf', 'forgetAccess'] as const),
  ]);
  const sumAll = db.transaction(() => {
    sumCounted.run();
    emptyCounted.run();
  });
  return {
    db,
    ...values,
    ...others,
    sum: () => {
      if ((countCounted.get() ?? 0) > 0) sumAll.immediate();
    },
  };
}
