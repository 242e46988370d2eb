import type { PageWeights } from '../weights.ts';

/**
 * The passages of a page, out of those that were found, best first: what holds enough of the question and is nearly as good as the best. Nothing where the first
 * holds too little: what is worth less and holds more of its words is as likely about something else. `lists` is of how many lists in turn they come.
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
