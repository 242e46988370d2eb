import type { ClaimId } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import type { ClaimFilter } from '../claim-store.ts';
import { filterClaims } from './filter-claims.ts';

/** What a search needs to know of a candidate before it reads the claim. */
export interface CandidateRow {
  readonly key: number;
  readonly id: ClaimId;
  /** The row key of its note. */
  readonly note: number;
  /** Equal for claims that say the same under normalisation; null where that is not known. */
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
  const { sql: text, parameters } = filterClaims(db, filter)
    .clearSelect()
    .select(['claim.key', 'claim.id', 'claim.note', 'claim.said'])
    .where(sql<boolean>`claim.key in (select value from json_each(${'[]'}))`)
    .compile();
  const statement = db.prepare<unknown[], CandidateRow>(text);
  const fixed = parameters.slice(0, -1);
  return (keys) => statement.all(...fixed, JSON.stringify(keys));
}
