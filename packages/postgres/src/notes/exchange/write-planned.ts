import { retryConflict } from '../../connect/retry-conflict.ts';
import { transactionAs } from '../../connect/transaction-as.ts';
import { auditWithin } from '../../team/audit.ts';
import type { Acting } from '../../team/members.ts';
import { openScope } from '../../team/open-scope.ts';
import { writeNotes } from '../note-heads.ts';
import type { PlannedWrite, PushMark } from './note-exchange.ts';

/** The maximum number of notes per statement, to bound its size. */
const BATCH = 500;
const BATCH_BYTES = 8 * 1024 * 1024;

/** Thrown to roll back a transaction. */
const UNDONE = Symbol('undone');

/** Writes everything in one transaction, by scope. Returns the files whose heads have moved in the meantime; if there are any, nothing was written. */
export async function writePlanned(
  planned: readonly PlannedWrite[],
  { via = 'push', sourceCommit }: PushMark,
  { source, principal, workspace }: Acting,
): Promise<readonly string[]> {
  const moved: string[] = [];
  const mark = { author: principal.name, via, sourceCommit };
  const write = () =>
    transactionAs(source, { role: 'write', principal, workspace }, async (db) => {
      moved.length = 0;
      for (const [kind, writes] of Map.groupBy(planned, (each) => each.kind)) {
        const { id } = await openScope(db, kind, { source, principal, workspace });
        for (const batch of inBatches(writes)) {
          const reached = await writeNotes(db, id, batch, mark);
          moved.push(...batch.flatMap(({ file, path }) => (reached.has(path) ? [] : [file])));
        }
        const detail = { outcome: 'ok', scope: kind, notes: writes.length };
        await auditWithin(db, [{ act: 'team push', detail }]);
      }
      if (moved.length > 0) throw UNDONE;
    });
  try {
    if (planned.length > 0) await retryConflict(write);
  } catch (error) {
    if (error !== UNDONE) throw error;
  }
  return moved;
}

function* inBatches(writes: readonly PlannedWrite[]): Iterable<PlannedWrite[]> {
  let batch: PlannedWrite[] = [];
  let size = 0;
  for (const write of writes) {
    const length = write.blob?.bytes.length ?? 0;
    if (batch.length > 0 && (batch.length === BATCH || size + length > BATCH_BYTES)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(write);
    size += length;
  }
  if (batch.length > 0) yield batch;
}
