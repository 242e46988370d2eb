import type { ClaimId } from '@memora/core';
import type BetterSqlite3 from 'better-sqlite3';
import type { ClaimReader } from '../claim-store.ts';
import type { Edge } from '../edge.ts';
import { edgeCodes } from './codes.ts';
import { queries, runQuery } from './query-builder.ts';

/** Edges that touch the ids (all without them), by source, type and target. */
export function readEdges(
  db: BetterSqlite3.Database,
  filter: NonNullable<Parameters<ClaimReader['edges']>[0]>,
): Edge[] {
  let query = queries
    .selectFrom('edge')
    .innerJoin('claim as source', 'source.key', 'edge.source')
    .innerJoin('claim as target', 'target.key', 'edge.target')
    .selectAll('edge')
    .select(['source.id as source_id', 'target.id as target_id'])
    .orderBy('source.id')
    .orderBy('edge.type')
    .orderBy('target.id');
  if (filter.ids !== undefined) {
    const keys = queries
      .selectFrom('claim')
      .select('claim.key')
      .where('claim.id', 'in', [...new Set(filter.ids)]);
    query = query.where((eb) => eb.or([eb('edge.source', 'in', keys), eb('edge.target', 'in', keys)]));
  }
  if (filter.types !== undefined) query = query.where('edge.type', 'in', filter.types.map(edgeCodes.toCode));
  if (filter.asOf?.known === undefined) query = query.where('edge.recorded_until', 'is', null);
  else {
    const at = Date.parse(filter.asOf.known);
    query = query
      .where('edge.recorded_from', '<=', at)
      .where((eb) => eb.or([eb('edge.recorded_until', 'is', null), eb('edge.recorded_until', '>', at)]));
  }
  return runQuery(db, query).map((row) => ({
    from: row.source_id as ClaimId,
    to: row.target_id as ClaimId,
    type: edgeCodes.toName(row.type),
    weight: row.weight,
    recordedFrom: new Date(row.recorded_from).toISOString(),
    recordedUntil: row.recorded_until === null ? null : new Date(row.recorded_until).toISOString(),
    metadata: row.metadata === null ? {} : (JSON.parse(row.metadata) as Record<string, unknown>),
  }));
}
