import type { Claim } from '@memora/claims';
import { normaliseTerm } from '@memora/core';
import { compareText } from '@memora/core/internal';
import { isFiling, type VaultFacts } from '../review/vault-facts.ts';

/** Claims of one subject that a page can show, in file order. */
export interface SubjectFacts {
  readonly name: string;
  readonly claims: readonly Claim[];
}

/** Stale claims are listed as stale, with the claims they depended on, and are not facts. */
const STANDING = new Set<Claim['status']>(['current', 'contested']);

/**
 * The claims about the present: asserted, active, and of a note in use. Each statement and each span appears
 * once.
 */
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

/** A subject in more notes has more weight, up to this many notes. */
const MOST_SPREAD = 3;

/**
 * The weight of each fact: claims that others depend on come first, then decisions, then claims about things
 * that several notes mention. Claims that only file a note come last.
 */
export function weighFacts(
  facts: readonly Claim[],
  dependents: (id: string) => number,
): (claim: Claim) => number {
  const notesOf = new Map<string, Set<string>>();
  for (const { subject, notePath } of facts) {
    const name = normaliseTerm(subject);
    notesOf.set(name, (notesOf.get(name) ?? new Set()).add(notePath));
  }
  return (claim) => {
    const { id, kind, confidence, subject, headingPath } = claim;
    const spread = (notesOf.get(normaliseTerm(subject))?.size ?? 1) - 1;
    const isProperty = headingPath.length === 0 && confidence === 1;
    const weight = 4 * dependents(id) + (kind === 'decision' ? 2 : 0) + confidence;
    return weight + Math.min(MOST_SPREAD, spread) / 2 - (isProperty ? MOST_SPREAD : 0);
  };
}

/**
 * Facts from as many notes as possible: the most important fact of every note, then the second of every note.
 * Notes are ordered by day, newest first; more important notes come before others of their day.
 */
export function chooseAcross(
  claims: readonly Claim[],
  dependents: (id: string) => number,
  most: number,
): Claim[] {
  const facts = chooseFacts(claims);
  const weigh = weighFacts(facts, dependents);
  const notes = [...Map.groupBy(facts, ({ notePath }) => notePath).values()]
    .map((members) => members.toSorted((a, b) => weigh(b) - weigh(a)))
    .map((members) => ({ members, day: members.reduce((day, { validFrom }) => later(day, validFrom), '') }))
    .sort((a, b) => compareText(b.day, a.day));
  const ranked = notes
    .map(({ members }, i) => ({ members, rank: i / notes.length - weigh(members[0] as Claim) / 4 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ members }) => members);
  const rounds = Math.max(0, ...ranked.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => ranked.flatMap((members) => members[round] ?? []))
    .flat()
    .slice(0, most);
}

function later(day: string, other: string | null): string {
  return other !== null && compareText(other, day) > 0 ? other : day;
}

/** Facts by subject, the most frequent subject first. Names that differ only in case or Unicode form are one. */
export function groupBySubject(facts: readonly Claim[]): SubjectFacts[] {
  return [...Map.groupBy(facts, ({ subject }) => normaliseTerm(subject)).values()]
    .map((claims) => ({ name: (claims[0] as Claim).subject, claims }))
    .sort((a, b) => b.claims.length - a.claims.length || compareText(a.name, b.name));
}

/** The number of claims that depend on each, over any number of steps. */
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
