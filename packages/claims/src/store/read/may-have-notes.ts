import type * as Sqlite from '../../model/sqlite-database.ts';
import type { NoteFilter } from '../claim-store.ts';

/** False where a filter lets no note through: then nobody waits for the builder of queries, nor reads the list. */
export function mayHaveNotes(db: Sqlite.Database, { status, noteId, type }: NoteFilter): boolean {
  const wanted = [
    ...(status === undefined ? [] : [['status', status]]),
    ...(noteId === undefined ? [] : [['note_id', noteId]]),
    ...(type === undefined ? [] : [['type', type]]),
  ];
  if (wanted.length === 0) return true;
  const where = wanted.map(([column]) => `${column} = ?`).join(' AND ');
  const values = wanted.map(([, value]) => value);
  return (
    db.prepare(`SELECT 1 FROM note WHERE gone_at IS NULL AND ${where} LIMIT 1`).get(...values) !== undefined
  );
}
