import type * as Sqlite from '../../model/sqlite-database.ts';
import type { NoteFilter } from '../claim-store.ts';

/** False if a filter matches no note: then neither the query builder nor the list is loaded. */
export function mayHaveNotes(db: Sqlite.Database, { status, noteId, type }: NoteFilter): boolean {
  const isArchived = status === 'archived';
  const wanted = [
    ...(status === undefined || isArchived ? [] : [['status', status]]),
    ...(noteId === undefined ? [] : [['note_id', noteId]]),
    ...(type === undefined ? [] : [['type', type]]),
  ];
  if (wanted.length === 0 && !isArchived) return true;
  // The values are written into the statement, because SQLite uses a partial index only for literals.
  const terms = [
    ...(isArchived ? ["status = 'archived'"] : []),
    ...wanted.map(([column]) => `${column} = ?`),
  ];
  const values = wanted.map(([, value]) => value);
  return (
    db
      .prepare(`SELECT 1 FROM note WHERE gone_at IS NULL AND ${terms.join(' AND ')} LIMIT 1`)
      .get(...values) !== undefined
  );
}
