import { edgeCodes } from './codes.ts';
import type * as Sqlite from './sqlite-database.ts';

const DECIDING = [edgeCodes.toCode('contradicts'), edgeCodes.toCode('supersedes')].join(', ');

/**
 * Deletes claims with everything that names them but the changelog: it holds row keys, which are never used again, and a
 * gap would break its chain. What they held is overwritten (`secure_delete`). Sweep the terms afterwards.
 */
export function deleteClaims(db: Sqlite.Database, keys: readonly number[]): void {
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
    'frame',
    'frame_key',
    'past_validity',
    'reference',
    'stated_edge',
    'unrelated',
  ])
    db.prepare(`DELETE FROM ${table} WHERE claim ${among}`).run(list);
  db.prepare(`DELETE FROM claim WHERE key ${among}`).run(list);
  // What a judge said is kept under a hash of two claims' words, which cannot be told apart by claim.
  db.prepare('DELETE FROM verdict').run();
}
