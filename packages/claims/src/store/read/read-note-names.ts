import type * as Sqlite from '../../model/sqlite-database.ts';
import type { ClaimFilter, NoteNames } from '../claim-store.ts';
import { prepareQueryOnce, type Row } from '../queries/prepare-query.ts';
import { readAsOf } from './as-of/read-as-of.ts';
import { prepareFiltered } from './filter/filter-claims.ts';
import { noteSql } from './filter/filter-sql.ts';
import { sqliteText } from './filter/sql-text.ts';

/** Returns paths and ids of all notes, or of those that changed since a mark. */
export function readNoteNames(db: Sqlite.Database, since: string | undefined): NoteNames {
  const newest = prepareQueryOnce(db, 'newestEntry').get();
  const mark = toMark(newest);
  const known = readMark(since);
  const isOfThis =
    known !== null &&
    prepareQueryOnce(db, 'isEntry').get(known.sequence, known.at, known.claim) !== undefined &&
    known.indexed <= (newest?.indexed ?? 0);
  const rows = isOfThis
    ? prepareQueryOnce(db, 'changedNames').all(known.indexed, known.sequence)
    : prepareQueryOnce(db, 'noteNames').all();
  return { mark, isAll: !isOfThis, notes: rows.map(toNoteName) };
}

/** The state of a store's changelog and notes: its newest entry, and the time of the last indexing. */
type Standing = Row<'newestEntry'>;

/** Returns the mark of a state, for callers to keep. */
export function toMark(newest: Standing | undefined): string {
  return newest === undefined ? '' : [newest.sequence, newest.at, newest.claim, newest.indexed].join(' ');
}

/** Parses a mark; null for none, and for other text. */
export function readMark(mark: string | undefined): Standing | null {
  const [sequence, at, claim, indexed, ...more] = (mark ?? '')
    .split(' ')
    .map((part) => (part === '' ? Number.NaN : Number(part)));
  const all = [sequence, at, claim, indexed] as [number, number, number, number];
  if (more.length > 0 || !all.every((each) => Number.isSafeInteger(each) && each >= 0)) return null;
  return { sequence: all[0], at: all[1], claim: all[2], indexed: all[3] };
}

/** Returns the name of a row. */
export function toNoteName({ path, note_id }: Row<'noteNames'>): NoteNames['notes'][number] {
  return { path, noteId: note_id };
}

/** The path, id and title of a note. */
export interface NoteHead {
  readonly noteId: string;
  /** Vault-relative, with `/`. */
  readonly path: string;
  readonly title: string;
}

/** Returns ids, paths and titles of notes by their row keys; deleted notes are left out. */
export function readNoteHeads(db: Sqlite.Database, keys: readonly number[]): Map<number, NoteHead> {
  const rows = prepareQueryOnce(db, 'noteHeads').all(JSON.stringify(keys));
  return new Map(rows.map(({ key, note_id, path, title }) => [key, { noteId: note_id, path, title }]));
}

/** Returns the keys of the notes that match the filter's conditions on notes. */
export function readPassingNotes(
  db: Sqlite.Database,
  filter: ClaimFilter,
  keys: readonly number[],
): Set<number> {
  const text = sqliteText();
  const among = text.among('note.key', keys, 'bigint');
  const passing = prepareFiltered<number>(
    db,
    filter,
    `SELECT note.key FROM note WHERE ${among} AND ${noteSql(filter, readAsOf(filter.asOf), text)}`,
  );
  return new Set(passing.pluck().all(...text.values) as number[]);
}
