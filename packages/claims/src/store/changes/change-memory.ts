import { type ClaimId, type Span, toSpan } from '@memora/core';
import { bandCodes } from '../../model/codes.ts';
import { DERIVED_NOTE } from '../../model/derived-page.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { ChangeRelation } from '../../relate/changes/change-relation.ts';
import { forgetRefusals } from '../extraction/refused-records.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';

/** A note in the order of dates. */
export interface DatedNote {
  readonly key: number;
  readonly path: string;
  /** True if parts of it may not have been asked about. */
  readonly isDue: boolean;
  /** The hash of its bytes as they are indexed. */
  readonly hash: Buffer;
}

const SECRET = bandCodes.toCode('secret');

/** A memory is saved at an instant: two of one day are in the order in which they were saved. Nothing of a secret claim decides on it. */
const IS_MEMORY = "(note.note_id >= 'mem_' AND note.note_id < 'mem`')";
const SAVED_AT = `CASE WHEN ${IS_MEMORY} THEN
  (SELECT min(valid_from) FROM claim WHERE claim.note = note.key AND recorded_until IS NULL AND claim.band <> ${SECRET}) END`;
const SAVED_AS = `CASE WHEN ${IS_MEMORY} THEN note.key END`;

/** The live notes, oldest first: by their own date, else by when the file was changed. Pages that Memora generates and archived notes are left out. */
export function readDatedNotes(db: Sqlite.Database, judge: string): DatedNote[] {
  return db
    .prepare<[string], { key: number; path: string; hash: Buffer; done: Buffer | null; day: string }>(
      `SELECT note.key, note.path, note.hash, change_done.hash AS done,
         coalesce(nullif(change_date.date, ''), strftime('%Y-%m-%d', note.mtime / 1000, 'unixepoch')) AS day
       FROM note LEFT JOIN change_date ON change_date.note = note.key
       LEFT JOIN change_done ON change_done.note = note.key AND change_done.judge = ?
       WHERE note.gone_at IS NULL AND note.type IS NOT '${DERIVED_NOTE}' AND note.status <> 'archived' AND note.band <> ${SECRET}
       ORDER BY day, ${SAVED_AT}, ${SAVED_AS}, note.path`,
    )
    .all(judge)
    .map(({ key, path, hash, done }) => ({ key, path, hash, isDue: done === null || !done.equals(hash) }));
}

/** The windows of a note that the judge was asked about. */
export function readAskedWindows(db: Sqlite.Database, note: number, judge: string): ReadonlySet<number> {
  return new Set(prepareValue(db, 'askedWindows').all(note, judge));
}

/** True if a judge named any pair. */
export function hasPairs(db: Sqlite.Database): boolean {
  return prepareQuery(db, 'anyPair').get() !== undefined;
}

/** One side of a pair. */
export interface ChangeSide {
  readonly note: number;
  readonly notePath: string;
  /** The fingerprint of its bytes, 32 bytes. */
  readonly fingerprint: Buffer;
  /** The claim that says it; null if there is none yet. */
  readonly claimId: ClaimId | null;
}

/** What a judge said of two statements, proven on both sides. */
export interface JudgedPair {
  readonly newer: ChangeSide;
  readonly older: ChangeSide;
  readonly relation: ChangeRelation;
}

/** What one reply is kept as. */
interface JudgedNote {
  readonly note: number;
  readonly judge: string;
  /** The windows that were asked about. */
  readonly prints: readonly number[];
  readonly pairs: readonly JudgedPair[];
}

/** Keeps what a judge said. The next relating works with it. */
export function rememberChanges(
  db: Sqlite.Database,
  { note, judge, prints, pairs }: JudgedNote,
  now: number,
): void {
  const asked = prepareQuery(db, 'addAsked');
  for (const print of prints) asked.run(note, judge, print);
  const insert = prepareQuery(db, 'putPair');
  const mark = prepareQuery(db, 'relateIdAgain');
  for (const { newer, older, relation } of pairs) {
    insert.run(
      newer.note,
      newer.fingerprint,
      newer.claimId,
      older.note,
      older.fingerprint,
      older.claimId,
      relation,
      judge,
      now,
    );
    for (const { claimId } of [newer, older]) if (claimId !== null) mark.run(claimId);
  }
}

/** Marks a note, as it is indexed, as asked about; forgets windows that it no longer has, and what other judges said of it. */
export function finishNote(
  db: Sqlite.Database,
  { key, hash }: Pick<DatedNote, 'key' | 'hash'>,
  judge: string,
  prints: readonly number[],
): void {
  prepareQuery(db, 'setDone').run(key, judge, hash);
  prepareQuery(db, 'forgetOtherWindows').run(key, judge, JSON.stringify(prints));
  prepareQuery(db, 'forgetOtherPairs').run(key, judge);
}

/** A live claim, as statements are matched with it. */
export interface StandingClaim {
  readonly id: ClaimId;
  readonly start: number;
  readonly end: number;
  readonly fingerprint: Buffer;
  readonly object: string | null;
}

/** Where a live claim stands in its note; null if there is none. */
export function readClaimSpan(db: Sqlite.Database, key: number): Span | null {
  const found = prepareQuery(db, 'liveSpan').get(key);
  return found === undefined ? null : toSpan(found.start, found.end);
}

/** The live claims of a note that are not secret, in file order. */
export function readStandingClaims(db: Sqlite.Database, note: number): StandingClaim[] {
  return prepareQuery(db, 'standingClaims').all(note) as StandingClaim[];
}

/**
 * Statements of a note that a judge spoke of, by the fingerprint of their bytes in hex: each is a claim wherever no claim holds it. The
 * value says whether a live claim has these bytes.
 */
export function readChangeUnits(db: Sqlite.Database, path: string): ReadonlyMap<string, boolean> {
  const live =
    'EXISTS (SELECT 1 FROM claim WHERE claim.note = note.key AND fingerprint = unit AND recorded_until IS NULL)';
  const ofNote = "note.path = ? AND note.gone_at IS NULL AND relation IN ('replaces', 'contradicts')";
  const sql = `SELECT unit, ${live} AS live FROM (
    SELECT newer_note AS owner, newer AS unit, relation FROM change_pair UNION SELECT older_note, older, relation FROM change_pair)
    JOIN note ON note.key = owner WHERE ${ofNote}`;
  const rows = db.prepare<[string], { unit: Buffer; live: number }>(sql).all(path);
  return new Map(rows.map(({ unit, live: isLive }) => [unit.toString('hex'), isLive === 1]));
}

/** Forgets everything that models said of notes: some of their text became secret, or was erased. */
export function forgetChanges(db: Sqlite.Database, notes: readonly number[]): void {
  forgetRefusals(db, notes);
  const list = JSON.stringify(notes);
  prepareQuery(db, 'removePairs').run(list, list);
  prepareQuery(db, 'removeAsked').run(list);
  prepareQuery(db, 'removeDone').run(list);
}
