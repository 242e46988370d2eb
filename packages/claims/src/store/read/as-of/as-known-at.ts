import type * as Sqlite from '../../../model/sqlite-database.ts';
import type { JoinedClaimRow } from '../claim-rows.ts';
import { lapsedSince, statedThen, statusThen, supersededFrom } from './known-at.ts';

type Then = Pick<
  JoinedClaimRow,
  'key' | 'status' | 'valid_from' | 'valid_until' | 'precision' | 'superseded_at'
> & {
  readonly lapsed_since: number | null;
};

/**
 * The rows as they were known at an instant (milliseconds; now without one): the validity that edits have changed since is put back,
 * the end is that of the successors known then, and so is the status. A row that was retired later is not retired yet.
 */
export function asKnownAt(
  db: Sqlite.Database,
  rows: readonly JoinedClaimRow[],
  known: number | undefined,
): readonly JoinedClaimRow[] {
  if (known === undefined || rows.length === 0) return rows;
  const sql = `SELECT claim.key, ${statusThen(known)} AS status, ${supersededFrom(known)} AS superseded_at,
      ${statedThen('valid_from', known)} AS valid_from, ${statedThen('valid_until', known)} AS valid_until,
      ${statedThen('precision', known)} AS precision, ${lapsedSince(known)} AS lapsed_since
    FROM claim WHERE claim.key IN (SELECT value FROM json_each(?))`;
  const read = db.prepare<[string], Then>(sql).all(JSON.stringify(rows.map(({ key }) => key)));
  const thenByKey = new Map(read.map(({ lapsed_since, ...then }) => [then.key, { lapsed_since, then }]));
  return rows.map((row) => {
    const { lapsed_since = null, then } = thenByKey.get(row.key) ?? {};
    const isOver = row.recorded_until !== null && row.recorded_until <= known;
    return { ...row, ...then, recorded_until: isOver ? row.recorded_until : lapsed_since };
  });
}
