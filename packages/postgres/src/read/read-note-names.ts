import type { NoteNames } from '@memora/claims';
import { readMark, toMark, toNoteName } from '@memora/claims/internal';
import { askQuery } from './ask-query.ts';
import type { ScopeReading } from './read-claims.ts';

/** Returns paths and ids of a scope's notes: of all, or of those that changed since a mark. */
export async function readNoteNames(reading: ScopeReading, since: string | undefined): Promise<NoteNames> {
  const [newest] = await askQuery(reading, 'newestEntry');
  const known = readMark(since);
  const isOfThis =
    known !== null &&
    known.indexed <= (newest?.indexed ?? 0) &&
    (await askQuery(reading, 'isEntry', known.sequence, known.at, known.claim)).length > 0;
  const rows = isOfThis
    ? await askQuery(reading, 'changedNames', known.indexed, known.sequence)
    : await askQuery(reading, 'noteNames');
  return { mark: toMark(newest), isAll: !isOfThis, notes: rows.map(toNoteName) };
}
