import type { ClaimId } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import { assertionCodes } from '../../../model/codes.ts';
import { CONVERSATION_NOTE } from '../../../model/conversation-note.ts';
import type * as Sqlite from '../../../model/sqlite-database.ts';
import type { ClaimFilter } from '../../claim-store.ts';
import { holdsAt } from '../as-of/holds-at.ts';
import { readAsOf } from '../as-of/read-as-of.ts';
import { readClaimsByKey } from '../read-store.ts';
import { filterClaims } from './filter-claims.ts';

const ASSERTED = assertionCodes.toCode('asserted');

/** The data of a candidate that a search needs before it reads the claim. */
export interface CandidateRow {
  readonly key: number;
  readonly id: ClaimId;
  /** The row key of its note. */
  readonly note: number;
  /**
   * Equal for claims that assert the same after normalisation; null if that is unknown, and for questions, quotations …: they say less than a plain statement
   * with the same words.
   */
  readonly said: number | null;
  /** Its trust, from 0 to 1. */
  readonly trust: number;
  /**
   * In a conversation, the time from which its statement is valid, usually when it was said; null in notes,
   * without a time, and for a secret claim.
   */
  readonly saidAt: string | null;
}

/**
 * A compiled filter over row keys: returns the keys that pass, in no particular order. `limit`, `after`, `subject` and `predicate` are fixed at compile time:
 * compile again to change them.
 */
export function prepareCandidates(
  db: Sqlite.Database,
  filter: ClaimFilter,
  codec?: SecretCodec,
): (keys: readonly number[]) => CandidateRow[] {
  const { sql, values } = filterClaims(db, filter);
  const statement = db.prepare<unknown[], CandidateRow & { readonly sealed: number }>(
    `SELECT claim.key, claim.id, claim.note, claim.trust, iif(claim.assertion = ${ASSERTED}, claim.said, NULL) AS said, claim.sealed IS NOT NULL AS sealed, iif(note.type = '${CONVERSATION_NOTE}', claim.valid_from, NULL) AS saidAt FROM claim JOIN note ON note.key = claim.note
     WHERE claim.key IN (SELECT value FROM json_each(?)) AND ${sql}`,
  );
  const { valid } = readAsOf(filter.asOf);
  return (keys) => {
    const rows = statement.all(JSON.stringify(keys), ...values);
    const dated = valid === undefined ? [] : rows.filter(({ sealed }) => sealed === 1).map(({ key }) => key);
    const claims = dated.length === 0 ? null : readClaimsByKey(db, dated, codec, filter.asOf);
    const holds = (key: number): boolean => {
      const claim = claims?.get(key);
      return claim === undefined || holdsAt(claim, valid);
    };
    return rows.filter(({ key }) => holds(key)).map(({ sealed: _, ...row }) => row);
  };
}
