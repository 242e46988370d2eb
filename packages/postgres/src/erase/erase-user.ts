import { transactionAs } from '../connect/transaction-as.ts';
import type { StoredBlob } from '../notes/seal-blob.ts';
import { callForRows } from '../queries/call-function.ts';
import { auditWithin } from '../team/audit.ts';
import { type Acting, administer } from '../team/members.ts';

/** Counts of what the erasure of a person removed. */
export interface UserErasure {
  /** Notes of the person's own scope; null if there was none. */
  readonly notes: number | null;
  /** Versions of other people's notes that no longer name the author. */
  readonly versions: number;
}

/** Milliseconds. Every table of the scope and every version of the workspace are searched. */
const LONGEST_MS = 600_000;

/**
 * Erases a person: their own scope with everything in it, their membership, and their name on notes they wrote for others. The audit names them until
 * its entries expire. For administrators.
 */
export async function eraseUser({ source, principal, workspace }: Acting, who: string): Promise<UserErasure> {
  return transactionAs(
    source,
    { role: 'admin', principal, workspace },
    async (db) => {
      const [row] = await callForRows(db, 'erase_user', who);
      const erased = { notes: row?.erased_notes ?? null, versions: row?.renamed_versions ?? 0 };
      await auditWithin(db, [
        { act: 'team erase-user', detail: { outcome: 'ok', notes: erased.notes ?? 0 } },
      ]);
      return erased;
    },
    { timeout: LONGEST_MS },
  );
}

/** A stored note of a person who has left. */
export interface LeftNote extends StoredBlob {
  readonly path: string;
}

/**
 * Reads the notes of a person who has left, or of a closed group, by path, after `after`. For administrators;
 * the start is audited before the first note is returned.
 */
export function readLeftNotes(
  acting: Acting,
  who: string,
  {
    after,
    limit,
    isGroup = false,
  }: { readonly after: string; readonly limit: number; readonly isGroup?: boolean },
): Promise<LeftNote[]> {
  return administer(acting, async (db) => {
    if (after === '') await auditWithin(db, [{ act: 'scope export', detail: { outcome: 'ok' } }]);
    return callForRows(db, 'read_left', who, isGroup, after, limit);
  });
}
