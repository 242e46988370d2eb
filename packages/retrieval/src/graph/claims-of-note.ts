import type * as Sqlite from '@memora/claims/sqlite';

/** What stands first in a note stands for it: more of a long one would be a guess. */
const MOST = 64;

/** The first claims of a note. */
export function prepareClaimsOfNote(db: Sqlite.Database): (note: number) => readonly number[] {
  const read = db
    .prepare<[number, number], number>(
      'SELECT key FROM claim WHERE note = ? AND recorded_until IS NULL ORDER BY key LIMIT ?',
    )
    .pluck();
  return (note) => read.all(note, MOST);
}
