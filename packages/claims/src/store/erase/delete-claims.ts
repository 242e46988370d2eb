import { edgeCodes } from '../../model/codes.ts';
import { DERIVED_NOTE } from '../../model/derived-page.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';

const DERIVES = edgeCodes.toCode('derives');
const DECIDING = [edgeCodes.toCode('contradicts'), edgeCodes.toCode('supersedes')].join(', ');

/**
 * Deletes claims with everything that names them but the changelog: it holds row keys, which are never used again, and a
 * gap would break its chain. Sentences of generated pages that were made of them go too, because a hash of such a sentence can be guessed.
 * What they held is overwritten (`secure_delete`). Returns the ids of those sentences. Sweep the terms afterwards.
 */
export function deleteClaims(db: Sqlite.Database, keys: readonly number[]): string[] {
  const sentences = sentencesOn(db, keys);
  deleteRows(db, [...keys, ...sentences.map(({ key }) => key)]);
  // The next consolidation finds the pages changed, and makes their sentences claims again.
  db.prepare(
    `UPDATE note SET mtime = -1 WHERE type = '${DERIVED_NOTE}' AND key IN (SELECT value FROM json_each(?))`,
  ).run(JSON.stringify(sentences.map(({ note }) => note)));
  return sentences.map(({ id }) => id);
}

/** Sentences of pages with an edge to any of the claims, an ended one included: what a page tells of the past rests on what fell. */
function sentencesOn(db: Sqlite.Database, keys: readonly number[]) {
  return db
    .prepare<[string], { key: number; id: string; note: number }>(
      `SELECT DISTINCT claim.key, claim.id, claim.note FROM edge JOIN claim ON claim.key = edge.source
       JOIN note ON note.key = claim.note AND note.type = '${DERIVED_NOTE}'
       WHERE edge.type = ${DERIVES} AND edge.target IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(keys));
}

function deleteRows(db: Sqlite.Database, keys: readonly number[]): void {
  const list = JSON.stringify(keys);
  const among = 'IN (SELECT value FROM json_each(?))';
  db.prepare(`UPDATE claim SET duplicate_of = NULL WHERE duplicate_of ${among}`).run(list);
  db.prepare(`UPDATE claim SET predecessor = NULL WHERE predecessor ${among}`).run(list);
  // How the others stand was decided with these.
  db.prepare(
    `INSERT OR IGNORE INTO unrelated (claim) SELECT source FROM edge WHERE type IN (${DECIDING}) AND target ${among}
     UNION SELECT target FROM edge WHERE type IN (${DECIDING}) AND source ${among}`,
  ).run(list, list);
  db.prepare(`DELETE FROM edge WHERE source ${among} OR target ${among}`).run(list, list);
  for (const table of [
    'lapse',
    'former_id',
    'slot',
    'slot_key',
    'past_validity',
    'reference',
    'stated_edge',
    'unrelated',
  ])
    db.prepare(`DELETE FROM ${table} WHERE claim ${among}`).run(list);
  db.prepare(`DELETE FROM claim WHERE key ${among}`).run(list);
}
