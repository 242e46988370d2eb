import type { Evidence } from '../evidence/evidence.ts';
import type { FoundPassage } from './unit.ts';

/** What its own words add to a passage: under a title that says all of the question, every passage is found by it. */
const OWN_WORDS = 0.25;

/** What was found, by the passage that it stands in; the best first. */
export function groupByPassage(evidence: readonly Evidence[]): FoundPassage[] {
  const groups = new Map<string, Evidence[]>();
  for (const each of evidence) {
    const name = each.passage === undefined ? each.claim.id : `${each.claim.notePath}\0${each.passage.key}`;
    const group = groups.get(name);
    if (group) group.push(each);
    else groups.set(name, [each]);
  }
  const found = [...groups.values()].map((group): FoundPassage => {
    const [best] = group as [Evidence, ...Evidence[]];
    const { claim, passage = null, score } = best;
    return {
      passage,
      notePath: claim.notePath,
      noteTitle: claim.noteTitle,
      headingPath: claim.headingPath,
      evidence: group,
      score,
      coverage: Math.max(...group.map(({ coverage }) => coverage)),
      ownCoverage: Math.max(...group.map(({ ownCoverage }) => ownCoverage)),
    };
  });
  const worth = ({ score, ownCoverage }: FoundPassage) => score * (1 + OWN_WORDS * ownCoverage);
  return found.sort((a, b) => worth(b) - worth(a));
}
