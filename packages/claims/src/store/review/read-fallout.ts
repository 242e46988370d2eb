import type { ClaimId } from '@memora/core';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { createProvenanceGraph, type Derivation, type StalePath } from '../../relate/provenance-graph.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

/** Returns the live claims that would become stale if the claim were retracted now, each with the path to it. Changes nothing. */
export function readFallout(db: Sqlite.Database, id: ClaimId): StalePath[] {
  return createProvenanceGraph(prepareQuery(db, 'derivations').all() as Derivation[]).fallout([id]);
}
