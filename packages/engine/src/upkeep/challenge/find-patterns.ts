import type { Claim } from '@memora/claims';
import { normaliseTerm } from '@memora/core';
import { compareText } from '@memora/core/internal';
import type { Finding } from './finding.ts';
import { isOnlyLink, type StatedFact } from './stated-fact.ts';

/** In fewer regions than this, a similarity is chance. */
const REGIONS = 3;
/** A name with more words than this is a clause. */
const LONGEST_NAME = 8;
/** The same statement about more subjects than this is a habit of writing, not a finding. */
const MOST_SUBJECTS = 40;

/** The same statement about different subjects in several regions: a shared reason, risk or habit that no single region shows. */
export function findCrossRegionPatterns(facts: readonly StatedFact[]): Finding[] {
  const telling = facts.filter((fact) => isTelling(fact) && !isOnlyLink(fact));
  const byWhat = Map.groupBy(
    telling,
    ({ verb, rest }) => `${normaliseTerm(verb)}\0${normaliseTerm(rest).replace(/[.。]$/u, '')}`,
  );
  return [...byWhat].flatMap(([what, members]): Finding[] => {
    const subjects = new Map<string, Claim>();
    for (const { claim, subject } of members) {
      const key = normaliseTerm(subject);
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
        thing: `${members[0]?.verb ?? ''} ${members[0]?.rest ?? ''}`.trim(),
        action: `The same is said of ${distinct.length} subjects in ${regions.size} regions: consider a note of its own.`,
        state: [what],
      },
    ];
  });
}

/** An object that begins with one of these words is unspecific, so two subjects do not share it. */
const INDEFINITE = new Set('a an some one no ein eine einen einem einer kein keine un une des'.split(' '));

/** Materials and dependencies are reported under any name, also in lower case. */
const RESTING =
  /^(?:depends? on|uses?|relies on|runs on|needs|requires|(?:is )?(?:written in|built (?:on|with)))$/iu;

/** True if the object names something instead of measuring it. Equal measurements are coincidence. */
function isTelling({ claim, rest, verb }: StatedFact): boolean {
  const plain = rest.replace(/[[\]*_`]/gu, '').trim();
  const words = plain.split(/\s+/u);
  // A sentence without its own subject is not split: it has no part that another sentence could share.
  if (claim.object === null && verb === claim.predicate) return false;
  if (words.length > LONGEST_NAME || INDEFINITE.has((words[0] ?? '').toLowerCase())) return false;
  if (plain.length < 2 || words.some((word) => /^\p{Sc}?\p{N}/u.test(word))) return false;
  return /\p{Lu}|\p{Lo}/u.test(plain) || (RESTING.test(verb.trim()) && words.length <= 3);
}
