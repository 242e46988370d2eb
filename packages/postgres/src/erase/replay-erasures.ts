import { callForRows, callFunction } from '../queries/call-function.ts';
import { auditWithin } from '../team/audit.ts';
import { type Acting, administer } from '../team/members.ts';

/** An erasure as exported from the database: digests that reveal no path, name or text. */
export interface KeptErasure {
  readonly kind: 'global' | 'workspace' | 'user' | 'group';
  /** SHA-256 of the principal or group that owned the scope, hex; null for other scopes. */
  readonly owner: string | null;
  /** SHA-256 of the path, hex; null if the whole scope was erased. */
  readonly path: string | null;
  /** BLAKE3 of the bytes, keyed if they were sealed; null if the path is null. */
  readonly content: string | null;
  /** True if the bytes are refused under every path of the scope. For a whole scope: false if only the scope was removed, null if its person was erased. */
  readonly anywhere: boolean | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Lists what was erased in a workspace, oldest first. For administrators. */
export function listErasures(acting: Acting): Promise<KeptErasure[]> {
  return administer(acting, readErasures);
}

async function readErasures(db: Administering): Promise<KeptErasure[]> {
  const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null;
  return (await callForRows(db, 'list_erasures')).map(({ kind, owner, path, content, anywhere, at }) => ({
    ...{ kind: kind as KeptErasure['kind'], owner: hex(owner), path: hex(path), content: hex(content) },
    ...{ anywhere, at: at.toISOString() },
  }));
}

type Administering = Parameters<Parameters<typeof administer>[1]>[0];

/**
 * Repeats erasures in a database restored from an earlier backup, and refuses the erased content from then
 * on. Returns the number of removed notes; a worker removes their claims in its next round. Completed
 * erasures are skipped, and a new person with the name of an erased one keeps their notes. For
 * administrators.
 */
export function replayErasures(erasures: readonly KeptErasure[], acting: Acting): Promise<number> {
  return administer(acting, async (db) => {
    let notes = 0;
    for (const { kind, owner, path, content, anywhere, at } of erasures) {
      // For a whole scope: already erased here, at that time or later. The name may now belong to somebody else.
      const isDone = (done: KeptErasure) =>
        done.path === null &&
        done.kind === kind &&
        done.owner === owner &&
        done.at >= at &&
        (done.anywhere === null || done.anywhere === anywhere);
      if (path === null && (await readErasures(db)).some(isDone)) continue;
      const digests = [toBytea(owner), toBytea(path), toBytea(content)] as const;
      const isAnywhere = path === null ? anywhere : (anywhere ?? false);
      notes += (await callFunction(db, 'replay_erasure', kind, ...digests, isAnywhere)) ?? 0;
    }
    await auditWithin(db, [{ act: 'erasures replay', detail: { outcome: 'ok', notes } }]);
    return notes;
  });
}

/** The server refuses what is no hex, which `Buffer.from` would cut short. */
function toBytea(hex: string | null): `\\x${string}` | null {
  return hex === null ? null : `\\x${hex}`;
}
