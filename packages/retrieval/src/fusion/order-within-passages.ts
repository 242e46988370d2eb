import { byScoreThenId, type Candidate } from './diversify.ts';

/**
 * Gives the places that the claims of one passage have to those of them that hold more of the question themselves. A passage is found as a whole,
 * so all its claims are nearly level, and a leg that reads each claim alone would decide between them by a hair.
 *
 * `worth` is a claim's score in the lexical leg; claims that it does not hold, or that stand in no passage, keep their place.
 */
export function orderWithinPassages(
  candidates: readonly Candidate[],
  passageByKey: ReadonlyMap<number, { readonly key: number }>,
  worth: ReadonlyMap<number, number>,
): Candidate[] {
  const firstIn = new Map<number, Candidate>();
  // Most passages of a sentence have one claim, and no list is made of it.
  const groups = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const passage = passageByKey.get(candidate.key)?.key;
    if (passage === undefined || !worth.has(candidate.key)) continue;
    const first = firstIn.get(passage);
    const group = groups.get(passage);
    if (first === undefined) firstIn.set(passage, candidate);
    else if (group === undefined) groups.set(passage, [first, candidate]);
    else group.push(candidate);
  }
  if (groups.size === 0) return [...candidates];
  const scoreByKey = new Map<number, number>();
  for (const group of groups.values()) {
    const scores = group.map(({ score }) => score).sort((a, b) => b - a);
    const ownWorth = ({ key }: Candidate) => worth.get(key) ?? 0;
    // Where their own words do not tell them apart, the legs together do; then the id.
    group.sort((a, b) => ownWorth(b) - ownWorth(a) || byScoreThenId(a, b));
    for (const [i, { key }] of group.entries()) scoreByKey.set(key, scores[i] as number);
  }
  return candidates.map((candidate) => {
    const score = scoreByKey.get(candidate.key);
    return score === undefined || score === candidate.score ? candidate : { ...candidate, score };
  });
}
