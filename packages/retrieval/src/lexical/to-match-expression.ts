import type { CandidatePlan, RestTerms } from './choose-terms.ts';

/** The FTS5 expressions of a plan: what holds words together first, then any of them. */
export function toMatchExpressions({ together, anyOf }: CandidatePlan): readonly string[] {
  const paired = together
    .map(({ first, others }) => `((${toAny(first)}) AND (${toAny(others)}))`)
    .join(' OR ');
  return [paired, toAny(anyOf)].filter((match) => match !== '');
}

/** The FTS5 expression of what a plan leaves out. */
export function toRestExpression({ allOf, anyOf }: RestTerms): string {
  const all = allOf.map((terms) => `(${toAny(terms)})`).join(' AND ');
  return [all, toAny(anyOf)].filter((match) => match !== '').join(' OR ');
}

function toAny(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '')}"`).join(' OR ');
}
