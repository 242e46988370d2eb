import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, ConnectionSource } from '../../connect/connection.ts';
import { retryLocked, WITH_LOCK_LIMIT } from '../../connect/retry-locked.ts';
import { isConnectionLost } from '../../connect/to-postgres-error.ts';
import { inTransaction } from '../../connect/transaction-as.ts';

/** A change of the schema. What its `change` makes is enough for a server that reads it: indexes and values may come later. */
export interface Migration {
  /** What is quick: a table, a column without a value, a constraint that is not validated. One transaction. */
  readonly change: string;
  /** Indexes of tables that may be large: made while everybody reads and writes. Names without the schema; each statement has `CONCURRENTLY`. */
  readonly indexes?: readonly { readonly name: string; readonly statement: string }[];
  /** Fills the new column of existing rows: an UPDATE of a few thousand rows without a value, run until it finds none. */
  readonly backfill?: string;
}

/** The lock of whoever makes an index: another one than that of a step, which others wait for inside a transaction. */
const INDEX_LOCK = 0x6d656d6f7262;
const PAUSE_MS = 200;

/** Does what of a migration takes long. It may be stopped, and done by two at once: what is there already is left. */
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
      // Not in a transaction, and not in one message with anything else: neither may be where an index is made beside those who write.
      await db.run('SET ROLE memora_owner');
      try {
        // One that was stopped half way is there, and is used by nobody.
        if (found !== undefined) await db.run(`DROP INDEX CONCURRENTLY memora.${name}`);
        await db.run(statement);
      } finally {
        await undo(db, 'RESET ROLE');
      }
    }),
  );
}

/**
 * Runs the work while nobody else makes an index. An index that is being made and one that was stopped half way look the same: two that each drop the other's wait for each other.
 * The lock is asked for again and again, because making an index waits for every statement under way, and so for one that waits for the lock.
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

/** Undoes what ends with the session anyway: where the connection has died, whoever waits is given what it died of. */
async function undo(db: Connection, statement: string): Promise<void> {
  try {
    await db.run(statement);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
  }
}
