import type { Claim } from '@memora/claims';
import { normaliseTerm } from '@memora/core';
import { isFiling, type VaultFacts } from '../review/vault-facts.ts';

/** Claims of one subject that a page can show, in file order. */
export interface SubjectFacts {
  readonly name: string;
  readonly claims: readonly Claim[];
}

/** What is stale is among the stale, with what fell under it, and is no plain fact. */
const STANDING = new Set<Claim['status']>(['current', 'contested']);

/** The claims that say something about now: asserted, standing, of a note in use, each saying and each span once. */
export function chooseFacts(claims: readonly Claim[]): Claim[] {
  const seen = new Set<string>();
  return claims.filter((claim) => {
    const place = `${claim.notePath}\0${claim.span.start}`;
    const shown =
      claim.assertion === 'asserted' &&
      STANDING.has(claim.status) &&
      claim.active &&
      claim.duplicateOf === null &&
      !isFiling(claim) &&
      !seen.has(place);
    if (shown) seen.add(place);
    return shown;
  });
}

/** Facts by subject, the most told first. Names that differ in case or Unicode form only are one. */
export function groupBySubject(facts: readonly Claim[]): SubjectFacts[] {
  return [...Map.groupBy(facts, ({ subject }) => normaliseTerm(subject)).values()]
    .map((claims) => ({ name: (claims[0] as Claim).subject, claims }))
    .sort((a, b) => b.claims.length - a.claims.length || compareText(a.name, b.name));
}

/** How many claims rest on each, over any number of steps. */
export function countDependents({ dependencies }: Pick<VaultFacts, 'dependencies'>): (id: string) => number {
  const dependentsOf = Map.groupBy(dependencies, ({ to }) => to as string);
  const known = new Map<string, number>();
  return (id) => {
    const counted = known.get(id);
    if (counted !== undefined) return counted;
    const seen = new Set<string>();
    const queue = [id];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const { from } of dependentsOf.get(at) ?? []) {
        if (seen.has(from)) continue;
        seen.add(from);
        queue.push(from);
      }
    }
    known.set(id, seen.size);
    return seen.size;
  };
}

/** By code unit, so that every machine puts the same first. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
