import type * as Sqlite from '../../../model/sqlite-database.ts';
import type { JoinedClaimRow } from '../claim-rows.ts';
import { sqliteText } from '../filter/sql-text.ts';
import { columnsThen } from './known-at.ts';

/**
 * Returns the rows as they were known at an instant (milliseconds; now by default): validity before later edits, the end by the successors known then, and the
 * status of that time. A row that was retired later is not retired.
 */
export function asKnownAt(
  db: Sqlite.Database,
  rows: readonly JoinedClaimRow[],
  known: number | undefined,
): readonly JoinedClaimRow[] {
  if (known === undefined || rows.length === 0) return rows;
  const text = sqliteText();
  const sql = `SELECT ${columnsThen(known, text)} FROM claim WHERE ${text.among(
    'claim.key',
    rows.map(({ key }) => key),
    'bigint',
  )}`;
  const read = db.prepare<unknown[], ClaimThen>(sql).all(...text.values);
  return putBack(rows, read, known);
}

/** The columns of a claim that had other values at an instant. */
export type ClaimThen = Pick<
  JoinedClaimRow,
  'key' | 'status' | 'valid_from' | 'valid_until' | 'precision' | 'superseded_at'
> & {
  readonly lapsed_since: number | null;
};

/** Returns rows with the values of that instant; one that was retired later is not retired. */
export function putBack(
  rows: readonly JoinedClaimRow[],
  read: readonly ClaimThen[],
  known: number,
): readonly JoinedClaimRow[] {
  const thenByKey = new Map(read.map(({ lapsed_since, ...then }) => [then.key, { lapsed_since, then }]));
  return rows.map((row) => {
    const { lapsed_since = null, then } = thenByKey.get(row.key) ?? {};
    const isOver = row.recorded_until !== null && row.recorded_until <= known;
    return { ...row, ...then, recorded_until: isOver ? row.recorded_until : lapsed_since };
  });
}
