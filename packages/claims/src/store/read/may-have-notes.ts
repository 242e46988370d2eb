import type * as Sqlite from '../../model/sqlite-database.ts';
import type { NoteFilter } from '../claim-store.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

/** False only if a filter matches no note: then neither the query builder nor the list is loaded. */
export function mayHaveNotes(db: Sqlite.Database, { status, noteId, type }: NoteFilter): boolean {
  if (noteId !== undefined) return prepareQuery(db, 'noteById').get(noteId) !== undefined;
  if (status === 'archived') return prepareQuery(db, 'anyArchived').get() !== undefined;
  if (status === undefined && type === undefined) return true;
  return prepareQuery(db, 'anyNoteLike').get(status ?? null, type ?? null) !== undefined;
}
