import { type ClaimId, type Span, toSpan } from '@memora/core';
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

/** Returns the live notes, oldest first: by their own date, else by the file's modification time. Generated pages and archived notes are left out. */
export function readDatedNotes(db: Sqlite.Database, judge: string): DatedNote[] {
  return prepareQuery(db, 'datedNotes')
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
 * Returns the statements of a note that a judge named, by the fingerprint of their bytes in hex: each becomes
 * a claim if no claim contains it. The value says whether a live claim has these bytes.
 */
export function readChangeUnits(db: Sqlite.Database, path: string): ReadonlyMap<string, boolean> {
  const rows = prepareQuery(db, 'changeUnits').all(path, path);
  return new Map(rows.map(({ unit, live: isLive }) => [unit.toString('hex'), Boolean(isLive)]));
}

/** Deletes everything that models said about notes: some of their text became secret or was erased. */
export function forgetChanges(db: Sqlite.Database, notes: readonly number[]): void {
  forgetRefusals(db, notes);
  const list = JSON.stringify(notes);
  prepareQuery(db, 'removePairs').run(list, list);
  prepareQuery(db, 'removeAsked').run(list);
  prepareQuery(db, 'removeDone').run(list);
}
