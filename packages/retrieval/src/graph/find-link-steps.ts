import type * as Sqlite from '@memora/claims/sqlite';
import { prepareClaimsOfNote } from './claims-of-note.ts';
import type { GraphStep, StepFinder } from './graph-source.ts';

/** Of all that link to where a question led, the first so many are followed. */
const MOST_LINKS = 512;

/** From a claim to the claims of the notes that it links to, and from a claim to those that link to its note. */
export function prepareLinkSteps(db: Sqlite.Database): StepFinder {
  const named = db.prepare<[string], { from: number; note: number }>(
    `SELECT DISTINCT stated_edge.claim AS "from", stated_edge.named AS note
     FROM json_each(?) AS wanted JOIN stated_edge ON stated_edge.claim = wanted.value`,
  );
  const naming = db.prepare<[string, number], GraphStep>(
    `SELECT DISTINCT claim.key AS "from", stated_edge.claim AS "to", 0.5 AS strength
     FROM json_each(?) AS wanted JOIN claim ON claim.key = wanted.value
     JOIN stated_edge ON stated_edge.named = claim.note LIMIT ?`,
  );
  const claimsOf = prepareClaimsOfNote(db);
  return (keys) => {
    const wanted = JSON.stringify(keys);
    const linked = named
      .all(wanted)
      .flatMap(({ from, note }) => claimsOf(note).map((to) => ({ from, to, strength: 1 })));
    return [...linked, ...naming.all(wanted, MOST_LINKS)];
  };
}
