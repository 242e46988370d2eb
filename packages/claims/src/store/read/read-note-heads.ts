import type * as Sqlite from '../../model/sqlite-database.ts';
import type { ClaimFilter } from '../claim-store.ts';
import { prepareOnce } from '../open/prepare-once.ts';
import { filterNotes, prepareFiltered } from './filter-claims.ts';

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

/** The keys of the notes that pass the part of a filter that is about notes. */
export function readPassingNotes(
  db: Sqlite.Database,
  filter: ClaimFilter,
  keys: readonly number[],
): Set<number> {
  const { sql, values } = filterNotes(filter);
  const passing = prepareFiltered<number>(
    db,
    filter,
    `SELECT note.key FROM note WHERE note.key IN (SELECT value FROM json_each(?)) AND ${sql}`,
  );
  return new Set(passing.pluck().all(JSON.stringify(keys), ...values) as number[]);
}
