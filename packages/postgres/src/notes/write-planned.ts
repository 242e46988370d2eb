import type { ConnectionSource } from '../connect/connection.ts';
import { retryConflict } from '../connect/retry-conflict.ts';
import { type TransactionOwner, transactionAs } from '../connect/transaction-as.ts';
import { auditWithin } from '../team/audit.ts';
import type { ScopeKind } from '../team/scopes.ts';
import { type NoteWrite, writeNotes } from './note-heads.ts';

/** A write that is planned, by the file that it comes from. */
export interface Planned extends NoteWrite {
  readonly file: string;
}

interface PlannedOptions {
  readonly source: ConnectionSource;
  readonly owner: TransactionOwner;
  readonly mark: Parameters<typeof writeNotes>[3];
  readonly kindOf: (scope: number) => ScopeKind;
}

/** Notes in one statement: as many as fit, so that one of them is not larger than this. */
const BATCH = 500;
const BATCH_BYTES = 8 * 1024 * 1024;

/** Thrown to undo a transaction. */
const UNDONE = Symbol('undone');

/**
 * Writes all of it in one transaction, by scope: the new versions by file, or the files whose heads have moved meanwhile, and then nothing was
 * written.
 */
export async function writePlanned(
  planned: ReadonlyMap<number, readonly Planned[]>,
  { source, owner, mark, kindOf }: PlannedOptions,
): Promise<{ readonly versions: ReadonlyMap<string, number>; readonly moved: readonly string[] }> {
  const versions = new Map<string, number>();
  const moved: string[] = [];
  const write = () =>
    transactionAs(source, owner, async (db) => {
      versions.clear();
      moved.length = 0;
      for (const [scope, writes] of planned) {
        for (const batch of inBatches(writes)) {
          const reached = await writeNotes(db, scope, batch, mark);
          for (const { file, path } of batch) {
            const version = reached.get(path);
            if (version === undefined) moved.push(file);
            else versions.set(file, version);
          }
        }
        const detail = { outcome: 'ok', scope: kindOf(scope), notes: writes.length };
        await auditWithin(db, [{ act: 'team push', detail }]);
      }
      if (moved.length > 0) throw UNDONE;
    });
  try {
    if (planned.size > 0) await retryConflict(write);
  } catch (error) {
    if (error !== UNDONE) throw error;
    versions.clear();
  }
  return { versions, moved };
}

function* inBatches(writes: readonly Planned[]): Iterable<Planned[]> {
  let batch: Planned[] = [];
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
