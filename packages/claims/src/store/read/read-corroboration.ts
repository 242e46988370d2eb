import type { ClaimId } from '@memora/core';
import { edgeCodes, statusCodes } from '../../model/codes.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';

const SQL = `
  WITH asked AS (
    SELECT key, id, coalesce(duplicate_of, key) AS original FROM claim
    WHERE id IN (SELECT value FROM json_each(?)) AND recorded_until IS NULL
  )
  SELECT asked.id AS asked_id, claim.id AS other_id
  FROM asked JOIN claim ON (claim.key = asked.original OR claim.duplicate_of = asked.original)
  WHERE claim.key <> asked.key AND claim.recorded_until IS NULL
  UNION
  SELECT asked.id, claim.id FROM asked JOIN edge ON edge.target = asked.key JOIN claim ON claim.key = edge.source
  WHERE edge.type = ${edgeCodes.toCode('entails')} AND edge.recorded_until IS NULL AND claim.recorded_until IS NULL
  AND claim.status = ${statusCodes.toCode('current')}
  ORDER BY other_id`;

/** For each id, by id, the other live claims that say the same, in the same words or in others, or more exactly. */
export function readCorroboration(
  db: Sqlite.Database,
  ids: Iterable<string>,
): Map<ClaimId, readonly ClaimId[]> {
  const wanted = [...new Set(ids)] as ClaimId[];
  const others = new Map<ClaimId, ClaimId[]>(wanted.map((id) => [id, []]));
  for (const row of db
    .prepare<[string], { asked_id: ClaimId; other_id: ClaimId }>(SQL)
    .all(JSON.stringify(wanted))) {
    others.get(row.asked_id)?.push(row.other_id);
  }
  return others;
}
