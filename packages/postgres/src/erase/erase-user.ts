import { transactionAs } from '../connect/transaction-as.ts';
import type { StoredBlob } from '../notes/seal-blob.ts';
import { auditWithin } from '../team/audit.ts';
import { type Acting, administer } from '../team/members.ts';

/** The counts of what the erasure of a person removed. */
export interface UserErasure {
  /** Notes of the person's own scope; null where there was none. */
  readonly notes: number | null;
  /** Versions of notes of others that name nobody now. */
  readonly versions: number;
}

/** Milliseconds: every table of a scope is gone through, and every version of the workspace. */
const LONGEST_MS = 600_000;

/**
 * Erases a person: the scope of its own with everything in it, its membership, and its name beside what it has written for others. The audit names
 * it until it expires. For administrators.
 */
export async function eraseUser({ source, principal, workspace }: Acting, who: string): Promise<UserErasure> {
  return transactionAs(
    source,
    { role: 'admin', principal, workspace },
    async (db) => {
      const [row] = await db.query<UserErasure>(
        'SELECT erased_notes AS notes, renamed_versions AS versions FROM memora.erase_user($1)',
        [who],
      );
      const erased = { notes: row?.notes ?? null, versions: row?.versions ?? 0 };
      await auditWithin(db, [
        { act: 'team erase-user', detail: { outcome: 'ok', notes: erased.notes ?? 0 } },
      ]);
      return erased;
    },
    { timeout: LONGEST_MS },
  );
}

/** A note of somebody who has left, as it is stored. */
export interface LeftNote extends StoredBlob {
  readonly path: string;
}

/** The notes of somebody who has left, or of a group that is closed, by path, from the one after `after` on. For administrators; that it begins is audited before the first of them is given. */
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
    return db.query<LeftNote>('SELECT path, hash, bytes, sealed FROM memora.read_left($1, $2, $3, $4)', [
      who,
      isGroup,
      after,
      limit,
    ]);
  });
}
