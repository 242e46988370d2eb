import type { Claim } from '@memora/claims';
import { normaliseTerm } from '@memora/core';
import { chooseFacts, compareText } from '../consolidate/choose-facts.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import type { Finding } from './finding.ts';

/** In fewer regions than this, a likeness is chance. */
const REGIONS = 3;
/** The same said of more subjects than this is how notes are written, not what they found. */
const MOST_SUBJECTS = 40;

/** The same said of different subjects in several regions: a shared ground, risk or habit that no single region shows. */
export function findCrossRegionPatterns({ claims }: VaultFacts): Finding[] {
  const told = chooseFacts(claims).filter(({ object }) => object !== null && isTelling(object));
  const byWhat = Map.groupBy(
    told,
    ({ predicate, object }) =>
      `${normaliseTerm(predicate)}\0${normaliseTerm(object ?? '').replace(/[.。]$/u, '')}`,
  );
  return [...byWhat].flatMap(([what, members]): Finding[] => {
    const subjects = new Map<string, Claim>();
    for (const claim of members) {
      const key = normaliseTerm(claim.subject);
      if (!subjects.has(key)) subjects.set(key, claim);
    }
    const distinct = [...subjects.values()].sort((a, b) => compareText(a.id, b.id));
    const regions = new Set(distinct.map(({ region }) => region));
    if (regions.size < REGIONS || distinct.length < REGIONS || distinct.length > MOST_SUBJECTS) return [];
    return [
      {
        kind: 'cross_region',
        reason: 'shared_object',
        severity: distinct.length > REGIONS ? 'medium' : 'low',
        claims: distinct,
        action: `The same is said of ${distinct.length} subjects in ${regions.size} regions: see whether it wants a note of its own.`,
        state: [what],
      },
    ];
  });
}

/** A name or several words; not `yes` or `done`, and no measure: that two things weigh the same is chance. */
function isTelling(object: string): boolean {
  const plain = object.replace(/[[\]*_`]/gu, '').trim();
  if (plain.length < 3 || /^\p{Sc}?\p{N}/u.test(plain)) return false;
  return /\p{Lu}|\p{Lo}/u.test(plain) || /\s/u.test(plain);
}
