import type { ClaimId } from '@memora/core';
import { edgeCodes, statusCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { type SqlText, sqliteText } from './filter/sql-text.ts';

/** Returns the statement that selects, for each id, the ids of the others. */
export const corroborationSql = (ids: readonly string[], text: SqlText): string => `WITH asked AS (
    SELECT key, id, coalesce(duplicate_of, key) AS original FROM claim
    WHERE ${text.among('id', ids, 'text')} AND recorded_until IS NULL
  )
  SELECT asked.id AS asked_id, claim.id AS other_id
  FROM asked JOIN claim ON (claim.key = asked.original OR claim.duplicate_of = asked.original)
  WHERE claim.key <> asked.key AND claim.recorded_until IS NULL
  UNION
  SELECT asked.id, claim.id FROM asked JOIN edge ON edge.target = asked.key JOIN claim ON claim.key = edge.source
  WHERE edge.type = ${edgeCodes.toCode('entails')} AND edge.recorded_until IS NULL AND claim.recorded_until IS NULL
  AND claim.status = ${statusCodes.toCode('current')}
  ORDER BY other_id`;

/** A row of {@link corroborationSql}. */
export interface CorroborationRow {
  readonly asked_id: ClaimId;
  readonly other_id: ClaimId;
}

/** Returns for each id, ordered by id, the other live claims that say the same, in the same or other words, or more precisely. */
export function readCorroboration(
  db: Sqlite.Database,
  ids: Iterable<string>,
): Map<ClaimId, readonly ClaimId[]> {
  const wanted = [...new Set(ids)];
  const text = sqliteText();
  const rows = db.prepare<unknown[], CorroborationRow>(corroborationSql(wanted, text)).all(...text.values);
  return toCorroboration(wanted, rows);
}

export function toCorroboration(
  wanted: readonly string[],
  rows: readonly CorroborationRow[],
): Map<ClaimId, readonly ClaimId[]> {
  const others = new Map(wanted.map((id) => [id as ClaimId, [] as ClaimId[]]));
  for (const { asked_id, other_id } of rows) others.get(asked_id)?.push(other_id);
  return others;
}
