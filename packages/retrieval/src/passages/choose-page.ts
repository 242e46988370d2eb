import type { PageWeights } from '../weights.ts';

/**
 * Chooses the passages of a page from those found, best first: each must cover enough of the question and
 * score nearly as well as the best. Returns none if the first one covers too little: a lower-ranked passage
 * with more of the words is then probably about something else. `lists` is the number of lists that alternate
 * in the passages found.
 */
export function choosePage<Found extends { readonly score: number; readonly coverage: number }>(
  found: readonly Found[],
  { floor, asGood }: PageWeights,
  lists = 1,
): readonly Found[] {
  if (found.slice(0, lists).every(({ coverage }) => coverage < floor)) return [];
  const best = Math.max(...found.map(({ score }) => score));
  return found.filter(({ score, coverage }) => coverage >= floor && score >= best * asGood);
}
