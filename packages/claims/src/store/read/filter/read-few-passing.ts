import type * as Sqlite from '../../../model/sqlite-database.ts';
import type { ClaimFilter } from '../../claim-store.ts';
import { filterClaims, prepareFiltered } from './filter-claims.ts';

/**
 * Returns the row keys of the live claims that pass a filter, in no particular order; null if there are more
 * than `most`. An index lists the notes that are not memories, so that a filter without memories reads none
 * of them, however many there are.
 */
export function readFewPassing(db: Sqlite.Database, filter: ClaimFilter, most: number): number[] | null {
  const { sql, values } = filterClaims(db, filter);
  const keys = prepareFiltered<number>(
    db,
    filter,
    `SELECT claim.key FROM note CROSS JOIN claim ON claim.note = note.key WHERE note.gone_at IS NULL AND ${sql} LIMIT ?`,
  )
    .pluck()
    .all(...values, most + 1) as number[];
  return keys.length > most ? null : keys;
}
