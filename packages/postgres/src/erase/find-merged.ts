import type { Connection } from '../connect/connection.ts';
import { CONSOLIDATION, MERGED } from '../schema/memory-functions.ts';

/** A note that says the same as another one: a worker merged one of them into the other, or both into a third. */
export interface MergedNote {
  readonly path: string;
  /** True if it has bytes now: it was kept, or somebody brought it back. */
  readonly isCurrent: boolean;
}

/** The merges of a scope, by paths. The record of a merge names ids, and the first version of a memory says whose id it is. */
const MERGES = `merge AS (
  SELECT v.path AS gone, k.path AS kept FROM memora.version v
  JOIN memora.version k ON k.scope = v.scope AND k.version = 1 AND k.memories IS NOT NULL AND split_part(k.memories, ' ', 1) = split_part(v.memories, ' ', 2)
  WHERE v.scope = $1 AND v.memories IS NOT NULL AND v.via = '${CONSOLIDATION}' AND v.code = '${MERGED}'
)`;

/** Finds the notes with which a worker merged these, directly or through others. */
export function findMerged(db: Connection, scope: number, paths: readonly string[]): Promise<MergedNote[]> {
  return db.query<MergedNote>(
    `WITH RECURSIVE ${MERGES}, same (path) AS (
       SELECT unnest($2::text[]) COLLATE "C"
       UNION
       SELECT CASE WHEN m.gone = s.path THEN m.kept ELSE m.gone END FROM same s JOIN merge m ON s.path IN (m.gone, m.kept)
     )
     SELECT s.path, coalesce(h.hash IS NOT NULL, false) AS "isCurrent" FROM same s LEFT JOIN memora.head h ON h.scope = $1 AND h.path = s.path
     WHERE s.path <> ALL ($2::text[]) ORDER BY s.path`,
    [scope, paths],
  );
}
