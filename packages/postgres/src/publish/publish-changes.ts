import type { SqliteClaimStore } from '@memora/claims';
import { bandCodes, type ChangedRows, readPublished, SCHEMA_VERSION } from '@memora/claims/internal';
import { MemoraError } from '@memora/core';
import { retryConflict } from '../connect/retry-conflict.ts';
import { transactionAs } from '../connect/transaction-as.ts';
import { askOne } from '../queries/ask.ts';
import { callFunction } from '../queries/call-function.ts';
import { putClaimTotal } from '../read/claim-total.ts';
import type { Lease } from './hold-lease.ts';
import { INDEX_TABLES } from './open-scope-store.ts';
import { publishRows } from './publish-rows.ts';
import { findDueVectors, type NearState, putVectors } from './publish-vectors.ts';
import type { WorkOptions } from './scope-worker.ts';

/** From this many rows, the server updates table statistics before the publication is visible. */
const COUNTED_FROM = 1_000;

/** What was published; `rows` is 0 and no epoch was made if nothing changed. */
interface Publication {
  readonly epoch: number;
  readonly rows: number;
  /** True if it contains secret rows. */
  readonly hides: boolean;
}

/** Writes the changed rows, the total of claims and the next epoch together. If the answer to COMMIT is lost, the epoch shows whether it took effect. */
export async function publishChanges(
  store: SqliteClaimStore,
  { fence, epoch: seen, isWhole: isAsked, within }: Lease,
  { source, scope }: WorkOptions,
  near: NearState,
  { isNewIndex, claims }: { readonly isNewIndex: boolean; readonly claims: number },
): Promise<Publication> {
  const isWhole = isAsked || isNewIndex;
  const changed = isWhole ? readPublished(store.database, INDEX_TABLES) : (store.changes?.changed() ?? []);
  const due = findDueVectors(store, changed, near, isWhole);
  if (changed.length === 0 && due === null) return { epoch: seen, rows: 0, hides: false };
  const changes = [...changed, putClaimTotal(store, seen + 1, claims)];
  const hides = touchesSecrets(changes);
  try {
    return await retryConflict(() =>
      within(async (db) => {
        const setEpoch = async () => {
          const sent = due === null ? [] : [...(await putVectors(db, scope, due))];
          // Text that became secret may be on a page, so pages are removed with the same publication.
          if (hides) sent.push(callFunction(db, 'clear_pages', scope));
          if (countRows(changes) >= COUNTED_FROM) sent.push(callFunction(db, 'count_rows'));
          const reached = callFunction(db, 'set_epoch', scope, fence, seen, SCHEMA_VERSION);
          await Promise.all([...sent, reached]);
          return reached;
        };
        const [rows, epoch] = await publishRows(db, scope, changes, { isWhole, last: setEpoch });
        return { epoch: epoch as number, rows, hides };
      }),
    );
  } catch (error) {
    if (!MemoraError.isInstance(error) || error.code !== 'TEAM_UNREACHABLE') throw error;
    const row = await transactionAs(source, { role: 'publish', scope, fence }, (db) =>
      askOne(db, 'epochOf', scope),
    );
    if (row?.epoch !== seen + 1) throw error;
    return { epoch: row.epoch, rows: countRows(changes), hides };
  }
}

const SECRET = bandCodes.toCode('secret');

/** True if secret rows are published. */
function touchesSecrets(changes: readonly ChangedRows[]): boolean {
  return changes.some(({ table, rows }) => {
    const band = table.columns.findIndex(({ name }) => name === 'band');
    return band >= 0 && rows.some((row) => Number(row[band]) === SECRET);
  });
}

function countRows(changes: readonly ChangedRows[]): number {
  return changes.reduce((sum, { rows, gone }) => sum + rows.length + gone.length, 0);
}
