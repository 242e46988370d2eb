import type { ClaimId } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import type { ClaimFilter } from '../claim-store.ts';
import { assertionCodes } from './codes.ts';
import { filterClaims } from './filter-claims.ts';

const ASSERTED = assertionCodes.toCode('asserted');

/** What a search needs to know of a candidate before it reads the claim. */
export interface CandidateRow {
  readonly key: number;
  readonly id: ClaimId;
  /** The row key of its note. */
  readonly note: number;
  /** Equal for claims that assert the same under normalisation; null where that is not known, and for questions, quotations …: they
   * say less than a plain statement in the same words. */
  readonly said: number | null;
}

/**
 * A compiled filter over row keys: those of the keys given that pass, in no particular order. `limit`, `after`, `subject`
 * and `predicate` play no part after compiling: compile again where they change.
 */
export function prepareCandidates(
  db: BetterSqlite3.Database,
  filter: ClaimFilter,
): (keys: readonly number[]) => CandidateRow[] {
  const { sql, values } = filterClaims(db, filter);
  const statement = db.prepare<unknown[], CandidateRow>(
    `SELECT claim.key, claim.id, claim.note, iif(claim.assertion = ${ASSERTED}, claim.said, NULL) AS said FROM claim JOIN note ON note.key = claim.note
     WHERE claim.key IN (SELECT value FROM json_each(?)) AND ${sql}`,
  );
  return (keys) => statement.all(JSON.stringify(keys), ...values);
}
