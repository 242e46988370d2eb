import type { ClaimId } from '@memora/core';
import { edgeCodes } from '../../model/codes.ts';
import type { Edge } from '../../model/edge.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { ClaimReader } from '../claim-store.ts';
import type { Schema } from '../schema/tables.ts';
import { wasOnRecord } from './as-of/known-at.ts';
import { readAsOf } from './as-of/read-as-of.ts';
import { prepareFiltered } from './filter/filter-claims.ts';
import { allOf } from './filter/filter-sql.ts';
import { type SqlText, sqliteText } from './filter/sql-text.ts';
import { parseStoredRecord } from './parse-stored.ts';

type JoinedEdgeRow = Schema['edge'] & { readonly source_id: string; readonly target_id: string };

/** Returns edges that touch the ids (all without them), by source, type and target. */
export function readEdges(
  db: Sqlite.Database,
  filter: NonNullable<Parameters<ClaimReader['edges']>[0]>,
): Edge[] {
  const text = sqliteText();
  const conditions = toConditions(filter, text);
  const rows = prepareFiltered<JoinedEdgeRow>(
    db,
    filter,
    `SELECT edge.*, source.id AS source_id, target.id AS target_id FROM edge
     JOIN claim AS source ON source.key = edge.source JOIN claim AS target ON target.key = edge.target
     WHERE ${allOf(conditions)} ORDER BY source.id, edge.type, target.id`,
  ).all(...text.values);
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

function toConditions(
  { ids, types, asOf }: NonNullable<Parameters<ClaimReader['edges']>[0]>,
  text: SqlText,
): string[] {
  const { known } = readAsOf(asOf);
  const conditions = [known === undefined ? 'edge.recorded_until IS NULL' : wasOnRecord('edge', known)];
  if (types !== undefined) conditions.push(`edge.type IN (${types.map(edgeCodes.toCode)})`);
  if (ids === undefined) return conditions;
  const wanted = [...new Set(ids)];
  const named = () => `(SELECT claim.key FROM claim WHERE ${text.among('claim.id', wanted, 'text')})`;
  return [...conditions, `edge.source IN ${named()} OR edge.target IN ${named()}`];
}
