import type { ClaimId } from '@memora/core';
import { edgeCodes } from '../../model/codes.ts';
import type { Edge } from '../../model/edge.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { ClaimReader } from '../claim-store.ts';
import { prepareOnce } from '../open/prepare-once.ts';
import type { Schema } from '../schema/tables.ts';
import { readAsOf } from './as-of/read-as-of.ts';
import { allOf, type Condition } from './filter-claims.ts';
import { parseStoredRecord } from './parse-stored.ts';

type JoinedEdgeRow = Schema['edge'] & { readonly source_id: string; readonly target_id: string };

const NAMED = '(SELECT claim.key FROM claim WHERE claim.id IN (SELECT value FROM json_each(?)))';

/** Edges that touch the ids (all without them), by source, type and target. */
export function readEdges(
  db: Sqlite.Database,
  filter: NonNullable<Parameters<ClaimReader['edges']>[0]>,
): Edge[] {
  const { sql, values } = allOf(toConditions(filter));
  const rows = prepareOnce<(string | number)[], JoinedEdgeRow>(
    db,
    `SELECT edge.*, source.id AS source_id, target.id AS target_id FROM edge
     JOIN claim AS source ON source.key = edge.source JOIN claim AS target ON target.key = edge.target
     WHERE ${sql} ORDER BY source.id, edge.type, target.id`,
  ).all(...values);
  return rows.map((row) => ({
    from: row.source_id as ClaimId,
    to: row.target_id as ClaimId,
    type: edgeCodes.toName(row.type),
    weight: row.weight,
    recordedFrom: new Date(row.recorded_from).toISOString(),
    recordedUntil: row.recorded_until === null ? null : new Date(row.recorded_until).toISOString(),
    metadata: parseStoredRecord(row.metadata),
  }));
}

function toConditions({
  ids,
  types,
  asOf,
}: NonNullable<Parameters<ClaimReader['edges']>[0]>): readonly Condition[] {
  const list = JSON.stringify([...new Set(ids)]);
  const { known } = readAsOf(asOf);
  return [
    ...(ids === undefined
      ? []
      : [{ sql: `edge.source IN ${NAMED} OR edge.target IN ${NAMED}`, values: [list, list] }]),
    ...(types === undefined ? [] : [{ sql: `edge.type IN (${types.map(edgeCodes.toCode)})`, values: [] }]),
    known === undefined
      ? { sql: 'edge.recorded_until IS NULL', values: [] }
      : {
          sql: 'edge.recorded_from <= ? AND (edge.recorded_until IS NULL OR edge.recorded_until > ?)',
          values: [known, known],
        },
  ];
}
