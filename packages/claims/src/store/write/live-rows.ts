import type * as Sqlite from '../../model/sqlite-database.ts';
import { JOINED_CLAIMS, type JoinedClaimRow } from '../read/claim-rows.ts';

/** Returns the live claims of a note, in file order. */
export function liveRows(db: Sqlite.Database, note: number): JoinedClaimRow[] {
  const sql = `${JOINED_CLAIMS} where claim.note = ? and claim.recorded_until is null order by claim.span_start, claim.key`;
  return db.prepare<[number], JoinedClaimRow>(sql).all(note);
}
