import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';

/** Removes a claim from the tables that refer to it. */
const OF_CLAIMS = [
  ...(['removeLapses', 'removeFormerIds', 'removeSlots', 'removeSlotKeys', 'removePastValidity'] as const),
  ...(['removeReferences', 'removeStatedBy', 'removeUnrelated'] as const),
] as const;

/**
 * Deletes claims with everything that refers to them except the changelog: it contains row keys, which are never reused, and a gap would break its chain.
 * Sentences of generated pages that were derived from them are deleted too, because a hash of such a sentence can be guessed. Their content is overwritten
 * (`secure_delete`). Returns the ids of those sentences. Sweep the terms afterwards.
 */
export function deleteClaims(db: Sqlite.Database, keys: readonly number[]): string[] {
  const sentences = sentencesOn(db, keys);
  deleteRows(db, [...keys, ...sentences.map(({ key }) => key)]);
  // The next consolidation treats the pages as changed and makes their sentences claims again.
  prepareQuery(db, 'rereadPages').run(JSON.stringify(sentences.map(({ note }) => note)));
  return sentences.map(({ id }) => id);
}

/** Sentences of pages with an edge to any of the claims, including ended ones, because history on a page depends on invalid claims. */
function sentencesOn(db: Sqlite.Database, keys: readonly number[]) {
  return prepareQuery(db, 'sentencesOn').all(JSON.stringify(keys));
}

function deleteRows(db: Sqlite.Database, keys: readonly number[]): void {
  const list = JSON.stringify(keys);
  prepareQuery(db, 'forgetOriginals').run(list);
  prepareQuery(db, 'forgetPredecessors').run(list);
  // Deleting these claims may change the states of the others.
  prepareQuery(db, 'relateOpponents').run(list, list);
  prepareQuery(db, 'removeEdges').run(list, list);
  for (const name of OF_CLAIMS) prepareQuery(db, name).run(list);
  prepareQuery(db, 'removeClaims').run(list);
}
