import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

/** What takes a claim out of the tables that name it. */
const OF_CLAIMS = [
  ...(['removeLapses', 'removeFormerIds', 'removeSlots', 'removeSlotKeys', 'removePastValidity'] as const),
  ...(['removeReferences', 'removeStatedBy', 'removeUnrelated'] as const),
] as const;

/**
 * Deletes claims with everything that names them but the changelog: it holds row keys, which are never used again, and a
 * gap would break its chain. Sentences of generated pages that were made of them go too, because a hash of such a sentence can be guessed.
 * What they held is overwritten (`secure_delete`). Returns the ids of those sentences. Sweep the terms afterwards.
 */
export function deleteClaims(db: Sqlite.Database, keys: readonly number[]): string[] {
  const sentences = sentencesOn(db, keys);
  deleteRows(db, [...keys, ...sentences.map(({ key }) => key)]);
  // The next consolidation finds the pages changed, and makes their sentences claims again.
  prepareQuery(db, 'rereadPages').run(JSON.stringify(sentences.map(({ note }) => note)));
  return sentences.map(({ id }) => id);
}

/** Sentences of pages with an edge to any of the claims, an ended one included: what a page tells of the past rests on what fell. */
function sentencesOn(db: Sqlite.Database, keys: readonly number[]) {
  return prepareQuery(db, 'sentencesOn').all(JSON.stringify(keys));
}

function deleteRows(db: Sqlite.Database, keys: readonly number[]): void {
  const list = JSON.stringify(keys);
  prepareQuery(db, 'forgetOriginals').run(list);
  prepareQuery(db, 'forgetPredecessors').run(list);
  // How the others stand was decided with these.
  prepareQuery(db, 'relateOpponents').run(list, list);
  prepareQuery(db, 'removeEdges').run(list, list);
  for (const name of OF_CLAIMS) prepareQuery(db, name).run(list);
  prepareQuery(db, 'removeClaims').run(list);
}
