import type { ConnectionSource } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
import { readScopes, readShownPath, scopeOf } from '../team/scopes.ts';
import { openBlob, type Sealing, type StoredBlob } from './seal-blob.ts';

export interface ReadNoteOptions extends Sealing {
  readonly source: ConnectionSource;
  readonly principal: Principal;
  readonly workspace: string;
}

/**
 * Reads the bytes of a note, now or at an instant, by its shown path. They are checked against their address first.
 * Throws `NOTE_NOT_FOUND`, `TEAM_BLOB_ALTERED`, `TEAM_KEY_MISSING`.
 */
export function readTeamNote(shown: string, options: ReadNoteOptions, at?: Date): Promise<Buffer> {
  const { source, principal, workspace } = options;
  return transactionAs(source, { role: 'ask', principal, workspace }, async (db) => {
    const { kind, path } = readShownPath(shown);
    const { id } = scopeOf(await readScopes(db), kind);
    const [blob] = await db.query<StoredBlob>(
      at === undefined
        ? `SELECT h.hash, b.bytes, coalesce(b.sealed, false) AS sealed FROM memora.head h
           LEFT JOIN memora.blob b ON b.scope = h.scope AND b.hash = h.hash WHERE h.scope = $1 AND h.path = $2`
        : `SELECT v.hash, b.bytes, coalesce(b.sealed, false) AS sealed FROM memora.version v
           LEFT JOIN memora.blob b ON b.scope = v.scope AND b.hash = v.hash WHERE v.scope = $1 AND v.path = $2 AND v.at <= $3
           ORDER BY v.version DESC LIMIT 1`,
      at === undefined ? [id, path] : [id, path, at],
    );
    if (blob !== undefined && blob.hash !== null) return openBlob(shown, blob, options);
    throw teamError(
      'NOTE_NOT_FOUND',
      `there is no note ${JSON.stringify(shown)}`,
      'Push it first, or name another one.',
    );
  });
}
