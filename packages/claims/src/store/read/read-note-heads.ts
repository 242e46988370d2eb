import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareOnce } from '../open/prepare-once.ts';

/** What a note is called. */
export interface NoteHead {
  readonly noteId: string;
  /** Vault-relative, with `/`. */
  readonly path: string;
  readonly title: string;
}

const HEADS = `SELECT key, note_id AS noteId, path, title FROM note
  WHERE gone_at IS NULL AND key IN (SELECT value FROM json_each(?))`;

/** Ids, paths and titles of notes by their row keys; notes that are gone are left out. */
export function readNoteHeads(db: Sqlite.Database, keys: readonly number[]): Map<number, NoteHead> {
  const rows = prepareOnce<[string], NoteHead & { readonly key: number }>(db, HEADS).all(
    JSON.stringify(keys),
  );
  return new Map(rows.map(({ key, ...head }) => [key, head]));
}
