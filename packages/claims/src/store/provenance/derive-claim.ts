import type { ClaimId } from '@memora/core';
import { edgeCodes } from '../../model/codes.ts';
import { ClaimsError } from '../../model/errors/claims-error.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { createProvenanceGraph, type Derivation } from '../../relate/provenance-graph.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';

const DERIVES = edgeCodes.toCode('derives');

/**
 * Records that a claim was derived from others: a `derives` edge to each source. Throws `CLAIM_NOT_FOUND` for an unknown id and `DERIVATION_CYCLE`, naming the
 * claims of the cycle, if a claim would depend on itself; then nothing is written. Run it in a transaction.
 */
export function deriveClaim(
  db: Sqlite.Database,
  derived: ClaimId,
  sources: readonly ClaimId[],
  now: number,
): void {
  const find = prepareValue(db, 'keyOfClaim');
  const keyOf = (id: ClaimId): number => {
    const key = find.get(id);
    if (key === undefined) {
      throw new ClaimsError(`no claim has the id ${id}`, {
        code: 'CLAIM_NOT_FOUND',
        hint: 'List the claims to see their ids.',
      });
    }
    return key;
  };
  const known = prepareQuery(db, 'openDerivations').all() as Derivation[];
  const graph = createProvenanceGraph(known);
  const key = keyOf(derived);
  const [isOpen, open] = [prepareQuery(db, 'isEdgeOpen'), prepareQuery(db, 'addDerivation')];
  for (const source of sources) {
    const cycle = graph.cycleOf(derived, source);
    if (cycle !== null) {
      throw new ClaimsError(`claim ${derived} would depend on itself: ${cycle.join(' → ')}`, {
        code: 'DERIVATION_CYCLE',
        hint: 'Derive it from claims that do not depend on it.',
      });
    }
    const target = keyOf(source);
    if (isOpen.get(key, DERIVES, target) === undefined) open.run(key, target, now);
  }
  // The next pass checks whether a source is already invalid.
  prepareQuery(db, 'relateAgain').run(key);
}
