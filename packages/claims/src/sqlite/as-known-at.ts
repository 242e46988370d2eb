import type BetterSqlite3 from 'better-sqlite3';
import type { JoinedClaimRow } from './claim-rows.ts';
import { edgeCodes, statusCodes } from './codes.ts';
import type { PastValidityRow } from './schema.ts';

const SUPERSEDES = edgeCodes.toCode('supersedes');
const CURRENT = statusCodes.toCode('current');
const SUPERSEDED = statusCodes.toCode('superseded');
const CONTRADICTS = edgeCodes.toCode('contradicts');
const CONTESTED = statusCodes.toCode('contested');

/**
 * The rows as they were known at an instant (now without one): the validity that edits have changed since is put back, the end
 * is that of the successors known then, and so is the status. A row that was retired later is not retired yet.
 */
export function asKnownAt(
  db: BetterSqlite3.Database,
  rows: JoinedClaimRow[],
  known: string | undefined,
): JoinedClaimRow[] {
  if (known === undefined) return rows;
  const at = Date.parse(known);
  const past = db.prepare<[number, number], PastValidityRow>(
    'SELECT * FROM past_validity WHERE claim = ? AND known_until > ? ORDER BY known_until LIMIT 1',
  );
  const then = 'recorded_from <= @at AND (recorded_until IS NULL OR recorded_until > @at)';
  const ended = db
    .prepare<[{ key: number; at: number }], string | null>(
      `SELECT min(json_extract(metadata, '$.at')) FROM edge WHERE target = @key AND type = ${SUPERSEDES} AND ${then}`,
    )
    .pluck();
  const disputed = db
    .prepare<[{ key: number; at: number }], number>(
      `SELECT 1 FROM edge WHERE (source = @key OR target = @key) AND type = ${CONTRADICTS} AND ${then}
       AND NOT EXISTS (SELECT 1 FROM edge s WHERE s.type = ${SUPERSEDES} AND s.target IN (edge.source, edge.target)
         AND s.recorded_from <= @at AND (s.recorded_until IS NULL OR s.recorded_until > @at)) LIMIT 1`,
    )
    .pluck();
  return rows.map((row) => {
    const { valid_from, valid_until, precision } = past.get(row.key, at) ?? row;
    const superseded_at = ended.get({ key: row.key, at }) ?? null;
    const over = superseded_at !== null && superseded_at <= known;
    const status = over ? SUPERSEDED : disputed.get({ key: row.key, at }) === 1 ? CONTESTED : CURRENT;
    return { ...row, valid_from, valid_until, precision, superseded_at, status, recorded_until: null };
  });
}
