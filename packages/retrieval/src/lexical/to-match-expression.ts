import type { CandidatePlan, RestTerms, TermsTogether } from './choose-terms.ts';

/** The FTS5 expression of what holds words of a plan together; empty where it has none. */
export function toPairExpression({ together, rarest }: CandidatePlan): string {
  return (rarest === null ? together : byCommoner(together))
    .map(({ first, others }) => `((${toAnyExpression(first)}) AND (${toAnyExpression(others)}))`)
    .join(' OR ');
}

/**
 * The same pairs by the commoner word of each. FTS5 reads all that holds a term once for each time that the term is named, to count it, and once more to find what
 * holds it with others: so the commonest are named least. A word counts in BM25 as often as it is named: in a small vault its ranks stay as they are.
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

/** The FTS5 expression of what a plan leaves out. */
export function toRestExpression({ allOf, anyOf }: RestTerms): string {
  const all = allOf.map((terms) => `(${toAnyExpression(terms)})`).join(' AND ');
  return [all, toAnyExpression(anyOf)].filter((match) => match !== '').join(' OR ');
}

/** What holds any of some terms. */
export function toAnyExpression(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '')}"`).join(' OR ');
}
