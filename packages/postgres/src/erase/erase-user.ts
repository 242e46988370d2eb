import { transactionAs } from '../connect/transaction-as.ts';
import { openBlob, type Sealing } from '../notes/seal-blob.ts';
import { auditWithin } from '../team/audit.ts';
import { type Acting, administer } from '../team/members.ts';

/** What the erasure of a person took out. */
export interface UserErasure {
  /** Notes of the person's own scope; null where there was none. */
  readonly notes: number | null;
  /** Versions of notes of others that name nobody now. */
  readonly versions: number;
}

/** Milliseconds: every table of a scope is gone through, and every version of the workspace. */
const LONGEST_MS = 600_000;
const NOTES_AT_ONCE = 50;

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

/** A note of somebody who has left. */
export interface LeftNote {
  readonly path: string;
  readonly bytes: Buffer;
}

/** The notes of somebody who has left, by path. For administrators; the act is audited before the first of them is given. */
export async function* readLeftNotes(
  acting: Acting & Sealing,
  who: string,
): AsyncGenerator<LeftNote | { readonly path: string; readonly code: string }> {
  await administer(acting, (db) => auditWithin(db, [{ act: 'scope export', detail: { outcome: 'ok' } }]));
  for (let after = ''; ; ) {
    const rows = await administer(acting, (db) =>
      db.query<{ path: string; hash: Buffer; bytes: Buffer; sealed: boolean }>(
        'SELECT path, hash, bytes, sealed FROM memora.read_left($1, $2, $3)',
        [who, after, NOTES_AT_ONCE],
      ),
    );
    for (const { path, ...blob } of rows) {
      try {
        yield { path, bytes: openBlob(path, blob, acting) };
      } catch (error) {
        yield { path, code: (error as { code: string }).code };
      }
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < NOTES_AT_ONCE) return;
    after = last.path;
  }
}
