import type { ConnectionSource } from '../../connect/connection.ts';
import { retryLocked, WITH_LOCK_LIMIT } from '../../connect/retry-locked.ts';
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
  await source.withConnection(async (db) => {
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
      await db.run('RESET ROLE');
    }
  });
}
