import type { NoteNames } from '@memora/claims';
import { DERIVED_NOTE } from '@memora/claims/internal';
import type { ScopeReading } from './read-claims.ts';

/** Where the changelog and the notes of a scope stand: its newest entry, and when a note was last indexed. */
const NEWEST = `SELECT concat_ws(' ', sequence, at, claim, (SELECT coalesce(max(indexed_at), 0) FROM memora.note WHERE scope = $1)) AS mark
  FROM memora.changelog WHERE scope = $1 ORDER BY sequence DESC LIMIT 1`;
const ENTRY = 'SELECT 1 FROM memora.changelog WHERE scope = $1 AND sequence = $2 AND at = $3 AND claim = $4';
const NAMES = `SELECT path, note_id AS "noteId" FROM memora.note
  WHERE scope = $1 AND gone_at IS NULL AND type IS DISTINCT FROM '${DERIVED_NOTE}'`;
const CHANGED = `(indexed_at > $2 OR key IN (SELECT claim.note FROM memora.changelog
  JOIN memora.claim ON claim.scope = changelog.scope AND claim.key = changelog.claim WHERE changelog.scope = $1 AND changelog.sequence > $3))`;

/** Paths and ids of notes of a scope: of all, or of those that changed since a mark. */
export async function readNoteNames(reading: ScopeReading, since: string | undefined): Promise<NoteNames> {
  const { db, scope } = reading;
  const [newest] = await db.query<{ mark: string }>(NEWEST, [scope]);
  const mark = newest?.mark ?? '';
  type Name = { path: string; noteId: string };
  const [sequence, at, claim, indexed] = /^\d+(?: \d+){3}$/u.test(since ?? '')
    ? (since ?? '').split(' ')
    : [];
  if (sequence === undefined || at === undefined || claim === undefined || indexed === undefined)
    return { mark, isAll: true, notes: await db.query<Name>(`${NAMES} ORDER BY path`, [scope]) };
  const known = await db.query(ENTRY, [scope, sequence, at, claim]);
  if (known.length === 0 || Number(indexed) > Number(mark.split(' ').at(-1)))
    return readNoteNames(reading, undefined);
  const notes = await db.query<Name>(`${NAMES} AND ${CHANGED} ORDER BY path`, [scope, indexed, sequence]);
  return { mark, isAll: false, notes };
}
