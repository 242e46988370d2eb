import type { SecretCodec } from '@memora/privacy';
import type { Claim } from '../../../model/claim.ts';
import { statusCodes } from '../../../model/codes.ts';
import type * as Sqlite from '../../../model/sqlite-database.ts';
import type { ClaimFilter } from '../../claim-store.ts';
import { JOINED_CLAIMS, type JoinedClaimRow, toClaim } from '../claim-rows.ts';
import { filterClaims, prepareFiltered } from '../filter/filter-claims.ts';
import { asKnownAt } from './as-known-at.ts';
import { holdsAt } from './holds-at.ts';
import { readAsOf } from './read-as-of.ts';

/**
 * Returns claims by row key that were known at `asOf.known` but have left the indexes, because their bytes are gone or the ledger forgets them; as they were
 * known then, the most recently removed first. Empty if the filter asks about the present.
 */
export function findGone(
  db: Sqlite.Database,
  filter: ClaimFilter,
  limit: number,
  codec: SecretCodec | undefined,
): Map<number, Claim> {
  const { known } = readAsOf(filter.asOf);
  if (known === undefined) return new Map();
  const forgotten = `claim.recorded_until IS NULL AND claim.status = ${statusCodes.toCode('retracted')}`;
  const { sql, values } = filterClaims(db, filter);
  const found = prepareFiltered<JoinedClaimRow>(
    db,
    filter,
    `${JOINED_CLAIMS} WHERE (claim.recorded_until > ${known} OR ${forgotten}) AND ${sql}
     ORDER BY claim.recorded_until DESC, claim.key LIMIT ?`,
  ).all(...values, limit);
  const { valid } = readAsOf(filter.asOf);
  const claims = asKnownAt(db, found, known).map((row) => [row.key, toClaim(row, codec)] as const);
  return new Map(claims.filter(([, claim]) => holdsAt(claim, valid)));
}
