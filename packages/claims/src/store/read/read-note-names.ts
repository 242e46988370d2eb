import { DERIVED_NOTE } from '../../model/derived-page.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { ClaimFilter, NoteNames } from '../claim-store.ts';
import { prepareOnce } from '../open/prepare-once.ts';
import { readAsOf } from './as-of/read-as-of.ts';
import { prepareFiltered } from './filter/filter-claims.ts';
import { noteSql } from './filter/filter-sql.ts';
import { sqliteText } from './filter/sql-text.ts';

/** Where the changelog and the notes of a store stand: its newest entry, and when a note was last indexed. */
interface Standing {
  readonly sequence: number;
  readonly at: number;
  readonly claim: number;
  readonly indexed: number;
}

const NEWEST = `SELECT sequence, at, claim, (SELECT coalesce(max(indexed_at), 0) FROM note) AS indexed FROM changelog
  ORDER BY sequence DESC LIMIT 1`;
const ENTRY = 'SELECT 1 FROM changelog WHERE sequence = ? AND at = ? AND claim = ?';
const NAMES = `SELECT path, note_id AS noteId FROM note WHERE gone_at IS NULL AND type IS NOT '${DERIVED_NOTE}'`;
const CHANGED = `(indexed_at > ? OR key IN (SELECT claim.note FROM changelog JOIN claim ON claim.key = changelog.claim
  WHERE changelog.sequence > ?))`;

/** Paths and ids of notes: of all, or of those that changed since a mark. */
export function readNoteNames(db: Sqlite.Database, since: string | undefined): NoteNames {
  const newest = prepareOnce<[], Standing>(db, NEWEST).get();
  const mark =
    newest === undefined ? '' : [newest.sequence, newest.at, newest.claim, newest.indexed].join(' ');
  const [sequence, at, claim, indexed] = /^\d+(?: \d+){3}$/u.test(since ?? '')
    ? (since ?? '').split(' ').map(Number)
    : [];
  type Name = NoteNames['notes'][number];
  if (sequence === undefined || at === undefined || claim === undefined || indexed === undefined)
    return { mark, isAll: true, notes: prepareOnce<[], Name>(db, `${NAMES} ORDER BY path`).all() };
  const isOfThis =
    prepareOnce<[number, number, number], unknown>(db, ENTRY).get(sequence, at, claim) !== undefined &&
    indexed <= (newest?.indexed ?? 0);
  if (!isOfThis) return readNoteNames(db, undefined);
  const changed = prepareOnce<[number, number], Name>(db, `${NAMES} AND ${CHANGED} ORDER BY path`);
  return { mark, isAll: false, notes: changed.all(indexed, sequence) };
}

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
  const text = sqliteText();
  const among = text.among('note.key', keys, 'bigint');
  const passing = prepareFiltered<number>(
    db,
    filter,
    `SELECT note.key FROM note WHERE ${among} AND ${noteSql(filter, readAsOf(filter.asOf), text)}`,
  );
  return new Set(passing.pluck().all(...text.values) as number[]);
}
