import type { ConnectionSource } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
import { askOne } from '../queries/ask.ts';
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
    const blob =
      at === undefined ? await askOne(db, 'bytesNow', id, path) : await askOne(db, 'bytesThen', id, path, at);
    if (blob !== undefined && blob.hash !== null) return openBlob(shown, blob as StoredBlob, options);
    throw teamError(
      'NOTE_NOT_FOUND',
      `there is no note ${JSON.stringify(shown)}`,
      'Push it first, or name another one.',
    );
  });
}
