import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import type { JoinedClaimRow } from '../read/claim-rows.ts';

/** Returns the live claims of a note, in file order. */
export function liveRows(db: Sqlite.Database, note: number): JoinedClaimRow[] {
  return prepareQuery(db, 'liveClaimsInOrder').all(note);
}
