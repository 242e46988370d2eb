import { auditWithin } from '../team/audit.ts';
import { type Acting, administer } from '../team/members.ts';

/** An erasure as it is kept apart from the database: digests, of which nobody reads a path, a name or a text. */
export interface KeptErasure {
  readonly kind: 'global' | 'workspace' | 'user' | 'group';
  /** SHA-256 of the principal or the group whose scope it was, hex; null for the others. */
  readonly owner: string | null;
  /** SHA-256 of the path, hex; null where the whole scope was erased. */
  readonly path: string | null;
  /** BLAKE3 of the bytes, keyed if they were sealed; null if the path is null. */
  readonly content: string | null;
  /** True where the bytes are refused under every path of the scope. Of a whole scope: false where it alone was removed, null where its person was erased. */
  readonly anywhere: boolean | null;
  /** ISO 8601. */
  readonly at: string;
}

/** What was erased in a workspace, oldest first. For administrators. */
export function listErasures(acting: Acting): Promise<KeptErasure[]> {
  return administer(acting, readErasures);
}

async function readErasures(db: Administering): Promise<KeptErasure[]> {
  const rows = await db.query<Omit<KeptErasure, 'at'> & { at: Date }>(
    `SELECT kind, encode(owner, 'hex') AS owner, encode(path, 'hex') AS path, encode(content, 'hex') AS content, anywhere, at FROM memora.list_erasures()`,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

type Administering = Parameters<Parameters<typeof administer>[1]>[0];

/**
 * Does erasures again in a database that was restored from before them, and refuses what they name from then on. Returns how many notes went; a worker
 * takes their claims out in its next round. What is erased already stays so, and whoever bears the name of an erased person since keeps what is theirs. For
 * administrators.
 */
export function replayErasures(erasures: readonly KeptErasure[], acting: Acting): Promise<number> {
  return administer(acting, async (db) => {
    let notes = 0;
    for (const { kind, owner, path, content, anywhere, at } of erasures) {
      // Of a whole scope: done here already, then or later. Who has the name now is somebody else.
      const isDone = (done: KeptErasure) =>
        done.path === null &&
        done.kind === kind &&
        done.owner === owner &&
        done.at >= at &&
        (done.anywhere === null || done.anywhere === anywhere);
      if (path === null && (await readErasures(db)).some(isDone)) continue;
      const [row] = await db.query<{ gone: number | null }>(
        "SELECT memora.replay_erasure($1, decode($2, 'hex'), decode($3, 'hex'), decode($4, 'hex'), $5) AS gone",
        [kind, owner, path, content, path === null ? anywhere : (anywhere ?? false)],
      );
      notes += row?.gone ?? 0;
    }
    await auditWithin(db, [{ act: 'erasures replay', detail: { outcome: 'ok', notes } }]);
    return notes;
  });
}
