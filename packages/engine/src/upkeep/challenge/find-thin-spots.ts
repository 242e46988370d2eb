import type { Claim } from '@memora/claims';
import { normaliseTerm } from '@memora/core';
import { chooseFacts } from '../consolidate/choose-facts.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import { type Finding, idsOf } from './finding.ts';
import type { NoteLinks } from './note-links.ts';
import { isOnlyLink, type StatedFact } from './stated-fact.ts';

/** With fewer mentions elsewhere than this, a subject with few claims is not a gap. */
const MENTIONS = 2;
/** Longer names are sentences. In words. */
const LONGEST_NAME = 5;
const UNSURE = 0.5;

/** Things with their own note that other notes name often, although only one claim is about them. */
export function findThinSubjects(
  told: readonly StatedFact[],
  { notes }: VaultFacts,
  links: ReadonlyMap<string, NoteLinks>,
): Finding[] {
  const names = new Set(
    notes.flatMap(({ path, title }) => [title, ...(links.get(path)?.aliases ?? [])]).map(normaliseTerm),
  );
  // A pronoun or the heading of a section is not a thing.
  const named = told.filter(({ subject }) => names.has(normaliseTerm(subject)));
  const bySubject = Map.groupBy(named, ({ subject }) => normaliseTerm(subject));
  const thin = new Map<string, Claim>();
  for (const [name, facts] of bySubject) {
    const [only] = facts;
    if (facts.length === 1 && only !== undefined && name.split(' ').length <= LONGEST_NAME)
      thin.set(name, only.claim);
  }
  const mentions = new Map<string, Claim[]>();
  for (const fact of told) {
    if (isOnlyLink(fact)) continue;
    const { claim, rest } = fact;
    for (const name of namesIn(rest, bySubject)) {
      const subject = thin.get(name);
      if (subject === undefined || subject.notePath === claim.notePath) continue;
      mentions.set(name, [...(mentions.get(name) ?? []), claim]);
    }
  }
  return [...mentions].flatMap(([name, naming]): Finding[] => {
    const claim = thin.get(name);
    const namingNotes = new Set(naming.map(({ notePath }) => notePath));
    if (claim === undefined || namingNotes.size < MENTIONS) return [];
    return [
      {
        kind: 'frontier',
        reason: 'single_claim_subject',
        severity: 'low',
        claims: [claim, ...naming.slice(0, 3)],
        thing: claim.subject,
        action: `${namingNotes.size} notes name it, and only one claim is about it: write down what is known.`,
        state: [name],
        ties: [[claim.id], idsOf(naming)],
      },
    ];
  });
}

/**
 * The known names in a text, the longest at each place. `Gate B` does not mention `Gate`, because a capital
 * letter after a name belongs to the name.
 */
function* namesIn(text: string, known: ReadonlyMap<string, unknown>): Generator<string> {
  const written = text.split(/[\s,;:()[\]|*"“”„]+/u).filter(Boolean);
  const words = written.map((word) => normaliseTerm(word.replace(/[.!?。]+$/u, '')));
  for (let from = 0; from < words.length; from++) {
    for (let to = Math.min(words.length, from + LONGEST_NAME); to > from; to--) {
      const name = words.slice(from, to).join(' ');
      if (!known.has(name)) continue;
      if (!/^[\p{Lu}\p{N}]/u.test(written[to] ?? '')) yield name;
      from = to - 1;
      break;
    }
  }
}

/** Claims of low confidence that other claims depend on. Those of one note are one item. */
export function findUnsureGrounds({ claims, dependencies }: VaultFacts): Finding[] {
  const grounds = new Set<string>(dependencies.map(({ to }) => to));
  const unsure = chooseFacts(claims).filter(({ id, confidence }) => confidence < UNSURE && grounds.has(id));
  return [...Map.groupBy(unsure, ({ notePath }) => notePath)].map(([notePath, members]) => ({
    kind: 'frontier',
    reason: 'low_confidence',
    severity: 'low',
    claims: members,
    action: `Others rest on ${notePath}, whose claims are uncertain: confirm them, or finish the draft.`,
  }));
}
