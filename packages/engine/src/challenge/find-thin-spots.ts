import type { Claim } from '@memora/claims';
import { normaliseTerm } from '@memora/core';
import { chooseFacts, groupBySubject } from '../consolidate/choose-facts.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import type { Finding } from './finding.ts';

/** Fewer mentions elsewhere than this, and a thin subject is nobody's gap. */
const MENTIONS = 2;
/** Longer names are sentences. In words. */
const LONGEST_NAME = 5;
const UNSURE = 0.5;

/** Subjects that other notes name again and again while a single claim is all that is said of them. */
export function findThinSubjects({ claims }: VaultFacts): Finding[] {
  const facts = chooseFacts(claims);
  const subjects = groupBySubject(facts);
  const thin = new Map<string, Claim>();
  for (const { name, claims: told } of subjects) {
    const key = normaliseTerm(name);
    if (told.length === 1 && key.split(' ').length <= LONGEST_NAME) thin.set(key, told[0] as Claim);
  }
  const mentions = new Map<string, Claim[]>();
  for (const claim of facts) {
    if (claim.object === null) continue;
    for (const name of namesIn(claim.object)) {
      const subject = thin.get(name);
      if (subject === undefined || subject.notePath === claim.notePath) continue;
      mentions.set(name, [...(mentions.get(name) ?? []), claim]);
    }
  }
  return [...mentions].flatMap(([name, naming]): Finding[] => {
    const claim = thin.get(name);
    const notes = new Set(naming.map(({ notePath }) => notePath));
    if (claim === undefined || notes.size < MENTIONS) return [];
    return [
      {
        kind: 'frontier',
        reason: 'single_claim_subject',
        severity: 'low',
        claims: [claim, ...naming.slice(0, 3)],
        action: `${notes.size} notes name it and one claim is all that is said of it: write down what is known.`,
        state: [name],
      },
    ];
  });
}

/** Runs of words in a text, normalised, that could be a name. */
function* namesIn(text: string): Generator<string> {
  const words = normaliseTerm(text)
    .split(/[\s,;:()"“”„]+/u)
    .filter(Boolean);
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_NAME); to++) {
      yield words
        .slice(from, to)
        .join(' ')
        .replace(/[.!?。]$/u, '');
    }
  }
}

/** Claims of low confidence that other claims rest on; those of one note are one item. */
export function findUnsureGrounds({ claims, dependencies }: VaultFacts): Finding[] {
  const grounds = new Set<string>(dependencies.map(({ to }) => to));
  const unsure = chooseFacts(claims).filter(({ id, confidence }) => confidence < UNSURE && grounds.has(id));
  return [...Map.groupBy(unsure, ({ notePath }) => notePath)].map(([notePath, members]) => ({
    kind: 'frontier',
    reason: 'low_confidence',
    severity: 'low',
    claims: members,
    action: `Others rest on ${notePath}, whose claims are unsure: confirm them, or finish the draft.`,
  }));
}
