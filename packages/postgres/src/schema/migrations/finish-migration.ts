import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, ConnectionSource } from '../../connect/connection.ts';
import { retryLocked, WITH_LOCK_LIMIT } from '../../connect/retry-locked.ts';
import { isConnectionLost } from '../../connect/to-postgres-error.ts';
import { inTransaction } from '../../connect/transaction-as.ts';

/** A schema change. After its `change`, servers can read the schema; indexes and values may follow later. */
export interface Migration {
  /** The quick part: a table, a column without a value, a constraint that is not validated. One transaction. */
  readonly change: string;
  /** Indexes of tables that may be large, built during normal reads and writes. Names without the schema; each statement has `CONCURRENTLY`. */
  readonly indexes?: readonly { readonly name: string; readonly statement: string }[];
  /** Fills a new column of existing rows: an UPDATE of a few thousand unfilled rows, repeated until it finds none. */
  readonly backfill?: string;
}

/** The lock for building indexes. It differs from that of a step, for which others wait inside a transaction. */
const INDEX_LOCK = 0x6d656d6f7262;
const PAUSE_MS = 200;

/** Runs the slow parts of a migration. It may be interrupted, or run twice at once: finished parts are skipped. */
export async function finishMigration(
  source: ConnectionSource,
  { indexes = [], backfill }: Migration,
): Promise<void> {
  for (const index of indexes) await makeIndex(source, index);
  if (backfill === undefined) return;
  for (let found = 1; found > 0; )
    found = await retryLocked(() =>
      inTransaction(source, `${WITH_LOCK_LIMIT}; SET LOCAL ROLE memora_owner`, async (db) => {
        const rows = await db.rows(`${backfill} RETURNING 1`);
        return rows.length;
      }),
    );
}

async function makeIndex(
  source: ConnectionSource,
  { name, statement }: { readonly name: string; readonly statement: string },
): Promise<void> {
  await source.withConnection((db) =>
    aloneWithIndexes(db, async () => {
      const [found] = await db.rows<[boolean]>(
        'SELECT i.indisvalid FROM pg_index i WHERE i.indexrelid = to_regclass($1)',
        [`memora.${name}`],
      );
      if (found?.[0] === true) return;
      // Not in a transaction or a multi-statement message: a concurrent index build allows neither.
      await db.run('SET ROLE memora_owner');
      try {
        // An interrupted build leaves an invalid, unused index.
        if (found !== undefined) await db.run(`DROP INDEX CONCURRENTLY memora.${name}`);
        await db.run(statement);
      } finally {
        await undo(db, 'RESET ROLE');
      }
    }),
  );
}

/**
 * Runs the work while nobody else builds an index. A running build and an interrupted one look the same, so two processes that each drop the other's index
 * would deadlock. The lock is polled, because an index build waits for every running statement, including one that waits for the lock.
 */
async function aloneWithIndexes(db: Connection, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const [row] = await db.rows<[boolean]>('SELECT pg_try_advisory_lock($1)', [INDEX_LOCK]);
    if (row?.[0] === true) break;
    await pause(PAUSE_MS);
  }
  try {
    await work();
  } finally {
    await undo(db, `SELECT pg_advisory_unlock(${INDEX_LOCK})`);
  }
}

/** Undoes what ends with the session anyway. If the connection is lost, the caller gets the original error. */
async function undo(db: Connection, statement: string): Promise<void> {
  try {
    await db.run(statement);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
  }
}
