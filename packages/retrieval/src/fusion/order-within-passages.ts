import { byScoreThenId, type Candidate } from './diversify.ts';

/**
 * Reorders the claims of each passage, within the places they have, so that those with more of the question
 * come first. A passage is found as a whole, so its claims are nearly level, and a leg that reads each claim
 * alone would decide between them by a tiny margin.
 *
 * `worth` returns a claim's score in the lexical leg. Claims without one, or without a passage, keep their
 * place.
 */
export function orderWithinPassages(
  candidates: readonly Candidate[],
  passageByKey: ReadonlyMap<number, { readonly key: number }>,
  worth: ReadonlyMap<number, number>,
): Candidate[] {
  const firstIn = new Map<number, Candidate>();
  // Most one-sentence passages have one claim and need no list.
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
    // If their own words are equal, compare the fused scores, then the ids.
    group.sort((a, b) => ownWorth(b) - ownWorth(a) || byScoreThenId(a, b));
    for (const [i, { key }] of group.entries()) scoreByKey.set(key, scores[i] as number);
  }
  return candidates.map((candidate) => {
    const score = scoreByKey.get(candidate.key);
    return score === undefined || score === candidate.score ? candidate : { ...candidate, score };
  });
}
