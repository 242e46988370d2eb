import { type ClaimId, type Span, toSpan } from '@memora/core';
import { bandCodes } from '../../model/codes.ts';
import { DERIVED_NOTE } from '../../model/derived-page.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { ChangeRelation } from '../../relate/changes/change-relation.ts';
import { forgetRefusals } from '../extraction/refused-records.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';

/** A note, ordered by date. */
export interface DatedNote {
  readonly key: number;
  readonly path: string;
  /** True if parts of it may not have been judged. */
  readonly isDue: boolean;
  /** The hash of its indexed bytes. */
  readonly hash: Buffer;
}

const SECRET = bandCodes.toCode('secret');

/** Memories are saved at an instant: two from one day are ordered by it. Nothing of a secret claim affects this. */
const IS_MEMORY = "(note.note_id >= 'mem_' AND note.note_id < 'mem`')";
const SAVED_AT = `CASE WHEN ${IS_MEMORY} THEN
  (SELECT min(valid_from) FROM claim WHERE claim.note = note.key AND recorded_until IS NULL AND claim.band <> ${SECRET}) END`;
const SAVED_AS = `CASE WHEN ${IS_MEMORY} THEN note.key END`;

/** Returns the live notes, oldest first: by their own date, else by the file's modification time. Generated pages and archived notes are left out. */
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

/** Returns the windows of a note that the judge was asked about. */
export function readAskedWindows(db: Sqlite.Database, note: number, judge: string): ReadonlySet<number> {
  return new Set(prepareValue(db, 'askedWindows').all(note, judge));
}

/** True if a judge reported any pair. */
export function hasPairs(db: Sqlite.Database): boolean {
  return prepareQuery(db, 'anyPair').get() !== undefined;
}

/** One side of a pair. */
export interface ChangeSide {
  readonly note: number;
  readonly notePath: string;
  /** The fingerprint of its bytes, 32 bytes. */
  readonly fingerprint: Buffer;
  /** The claim that states it; null if there is none yet. */
  readonly claimId: ClaimId | null;
}

/** A judge's verdict on two statements, proven on both sides. */
export interface JudgedPair {
  readonly newer: ChangeSide;
  readonly older: ChangeSide;
  readonly relation: ChangeRelation;
}

/** The stored form of one reply. */
interface JudgedNote {
  readonly note: number;
  readonly judge: string;
  /** The windows that were judged. */
  readonly prints: readonly number[];
  readonly pairs: readonly JudgedPair[];
}

/** Stores a judge's verdicts. The next relating uses them. */
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

/** Marks a note, as indexed, as judged; deletes windows that it no longer has, and the verdicts of other judges on it. */
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

/** A live claim that statements are matched with. */
export interface StandingClaim {
  readonly id: ClaimId;
  readonly start: number;
  readonly end: number;
  readonly fingerprint: Buffer;
  readonly object: string | null;
}

/** Returns the span of a live claim in its note; null if there is none. */
export function readClaimSpan(db: Sqlite.Database, key: number): Span | null {
  const found = prepareQuery(db, 'liveSpan').get(key);
  return found === undefined ? null : toSpan(found.start, found.end);
}

/** Returns the live claims of a note that are not secret, in file order. */
export function readStandingClaims(db: Sqlite.Database, note: number): StandingClaim[] {
  return prepareQuery(db, 'standingClaims').all(note) as StandingClaim[];
}

/**
 * Returns the statements of a note that a judge named, by the fingerprint of their bytes in hex: each becomes a claim if no claim contains it. The value says
 * if a live claim has these bytes.
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

/** Deletes everything that models said about notes: some of their text became secret or was erased. */
export function forgetChanges(db: Sqlite.Database, notes: readonly number[]): void {
  forgetRefusals(db, notes);
  const list = JSON.stringify(notes);
  prepareQuery(db, 'removePairs').run(list, list);
  prepareQuery(db, 'removeAsked').run(list);
  prepareQuery(db, 'removeDone').run(list);
}
