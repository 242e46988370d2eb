import type { ClaimId } from '@memora/core';
import { edgeCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { createProvenanceGraph, type Derivation, type StalePath } from '../../relate/provenance-graph.ts';

const DEPENDENCIES = [edgeCodes.toCode('derives'), edgeCodes.toCode('depends_on')].join(', ');

/** The statement that gives each live claim with a claim on which it rests. */
export const DERIVATIONS: string = `SELECT s.id AS derived, t.id AS source FROM edge JOIN claim s ON s.key = edge.source JOIN claim t ON t.key = edge.target
  WHERE edge.type IN (${DEPENDENCIES}) AND edge.recorded_until IS NULL AND s.recorded_until IS NULL`;

/** Exactly the live claims that would become stale if the claim were retracted now, each with the path to it. Changes nothing. */
export function readFallout(db: Sqlite.Database, id: ClaimId): StalePath[] {
  return createProvenanceGraph(db.prepare<[], Derivation>(DERIVATIONS).all()).fallout([id]);
}
