import type { Connection } from '../connect/connection.ts';
import { CONSOLIDATION, MERGED, WRITTEN_BY_AGENTS } from '../schema/memory-functions.ts';

/**
 * A note that says the same as another one, or once did: a worker merged one of them into the other, or both
 * into a third.
 */
export interface MergedNote {
  readonly path: string;
  /**
   * `retired`: only agents have written it, and a worker removed it last. `current`: it still has the bytes
   * that an agent wrote. `rewritten`: somebody has edited or removed it since, or it was merged through an
   * edited note.
   */
  readonly state: 'retired' | 'current' | 'rewritten';
}

/** The id of the memory in a version \`v\`. */
const ID = "split_part(v.memories, ' ', 1)";
const BY_AGENT = `coalesce(o.memories IS NOT NULL AND o.via IN ${WRITTEN_BY_AGENTS}, false)`;

/**
 * Finds the notes with which a worker merged these, directly or through others. Merges are followed by id,
 * because the record of a merge stays longer than the note that was kept.
 */
export function findMerged(db: Connection, scope: number, paths: readonly string[]): Promise<MergedNote[]> {
  return db.query<MergedNote>(
    `WITH RECURSIVE memory AS (
       SELECT v.path, ${ID} AS id, EXISTS (SELECT 1 FROM memora.version o WHERE o.scope = v.scope AND o.path = v.path AND o.via <> '${CONSOLIDATION}' AND NOT ${BY_AGENT}) AS personal
       FROM memora.version v WHERE v.scope = $1 AND v.version = 1 AND v.memories IS NOT NULL
     ), merge AS (
       SELECT ${ID} AS gone, split_part(v.memories, ' ', 2) AS kept FROM memora.version v
       WHERE v.scope = $1 AND v.memories IS NOT NULL AND v.via = '${CONSOLIDATION}' AND v.code = '${MERGED}'
     ), same (id, clear) AS (
       SELECT m.id, true FROM memory m WHERE m.path = ANY ($2)
       UNION
       SELECT CASE WHEN m.gone = s.id THEN m.kept ELSE m.gone END,
         s.clear AND NOT EXISTS (SELECT 1 FROM memory p WHERE p.id = s.id AND p.personal AND p.path <> ALL ($2))
       FROM same s JOIN merge m ON s.id IN (m.gone, m.kept)
     )
     SELECT m.path, CASE
         WHEN h.hash IS NOT NULL AND EXISTS (SELECT 1 FROM memora.version o WHERE o.scope = $1 AND o.path = m.path AND o.hash = h.hash AND ${BY_AGENT}) THEN 'current'
         WHEN h.hash IS NULL AND s.clear AND NOT m.personal AND EXISTS (SELECT 1 FROM memora.version o WHERE o.scope = $1 AND o.path = m.path AND o.version = h.version
           AND o.via = '${CONSOLIDATION}') THEN 'retired'
         ELSE 'rewritten' END AS state
     FROM (SELECT id, bool_or(clear) AS clear FROM same GROUP BY id) s JOIN memory m ON m.id = s.id LEFT JOIN memora.head h ON h.scope = $1 AND h.path = m.path
     WHERE m.path <> ALL ($2) ORDER BY m.path`,
    [scope, paths],
  );
}
