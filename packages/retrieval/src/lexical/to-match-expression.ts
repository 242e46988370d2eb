import type { CandidatePlan, RestTerms, TermsTogether } from './choose-terms.ts';

/** Returns the FTS5 expression for a plan's pairs; empty if it has none. */
export function toPairExpression({ together, rarest }: CandidatePlan): string {
  return (rarest === null ? together : byCommoner(together))
    .map(({ first, others }) => `((${toAnyExpression(first)}) AND (${toAnyExpression(others)}))`)
    .join(' OR ');
}

/**
 * Groups the pairs by their more common word. FTS5 reads all postings of a term for each occurrence in the expression, to count it, and once more to
 * intersect, so the most common terms must occur least. BM25 counts a word as often as it occurs, so in a small vault the order stays unchanged.
 */
function byCommoner(together: readonly TermsTogether[]): TermsTogether[] {
  const firstsByOther = new Map<string, string[]>();
  for (const { first, others } of together)
    for (const other of others) firstsByOther.set(other, [...(firstsByOther.get(other) ?? []), ...first]);
  const byFirsts = Map.groupBy(firstsByOther, ([, firsts]) => firsts.join(' '));
  return [...byFirsts.values()].map((same) => ({
    first: same.map(([other]) => other),
    others: same[0]?.[1] ?? [],
  }));
}

/** Returns the FTS5 expression for what a plan left out. */
export function toRestExpression({ allOf, anyOf }: RestTerms): string {
  const all = allOf.map((terms) => `(${toAnyExpression(terms)})`).join(' AND ');
  return [all, toAnyExpression(anyOf)].filter((match) => match !== '').join(' OR ');
}

/** Returns the FTS5 expression for everything that a plan searches, each term once. */
export function toWholeExpression({ anyOf, together, rest }: CandidatePlan): string {
  const paired = together.flatMap(({ first, others }) => [...first, ...others]);
  const terms = new Set([...anyOf, ...paired, ...(rest?.anyOf ?? [])]);
  return toRestExpression({ allOf: rest?.allOf ?? [], anyOf: [...terms] });
}

/** Returns the FTS5 expression for any of the terms. */
export function toAnyExpression(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '')}"`).join(' OR ');
}
