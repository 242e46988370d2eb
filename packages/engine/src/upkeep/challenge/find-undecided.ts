import type { Claim } from '@memora/claims';
import { readDateMentions } from '@memora/language/dates';
import { holdsLabel } from '@memora/language/words';
import type { VaultFacts } from '../review/vault-facts.ts';
import { dayDistance, FORGOTTEN } from './day-distance.ts';
import type { Finding } from './finding.ts';
import type { NoteWords } from './note-words.ts';

/** The age, in days, after which a proposal counts as undecided. */
const PATIENCE = 30;

/** Decisions whose own review date has passed. */
export async function findDueDecisions(
  { decisions, claimById }: VaultFacts,
  today: string,
  words: NoteWords,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, status } of decisions) {
    const claim = claimById.get(id);
    if (claim === undefined || !claim.active || status !== 'decided') continue;
    const due = reviewDay(claim, (await words.readOn(claim)) ?? '');
    if (due === null || due > today || dayDistance(due, today) > FORGOTTEN) continue;
    findings.push({
      kind: 'decision',
      reason: 'review_due',
      severity: 'medium',
      claims: [claim],
      day: due,
      action: `Its review was due on ${due}: confirm it with a new date, or decide again.`,
      state: [due],
    });
  }
  return findings;
}

/** Proposals of the last year without a decision. */
export function findForgottenProposals({ decisions, claimById }: VaultFacts, today: string): Finding[] {
  return decisions.flatMap(({ id, status, decidedOn }): Finding[] => {
    const claim = claimById.get(id);
    if (status !== 'proposed' || claim?.active !== true || decidedOn === null) return [];
    const day = decidedOn.slice(0, 10);
    const behind = dayDistance(day, today);
    if (behind <= PATIENCE || behind > FORGOTTEN) return [];
    return [
      {
        kind: 'decision',
        reason: 'still_proposed',
        severity: 'medium',
        claims: [claim],
        day,
        action: `Proposed on ${day} and not decided since: decide it, or drop it.`,
      },
    ];
  });
}

/** Questions without an answer that are not long past. */
export function findOpenQuestions({ questions }: VaultFacts, today: string): Finding[] {
  return questions
    .filter(({ active, metadata }) => active && metadata['task'] !== true)
    .filter(({ validFrom }) => validFrom === null || dayDistance(validFrom, today) <= FORGOTTEN)
    .map((claim) => ({
      kind: 'open_question',
      reason: 'unanswered',
      severity: 'low',
      claims: [claim],
      day: claim.validFrom?.slice(0, 10) ?? null,
      action: `Answer it below the question in ${claim.notePath}, or take it out.`,
    }));
}

/** The last day in a line about a review, in the decision or below it. Without such a line, the end date that the decision itself names. */
function reviewDay({ validUntil }: Claim, text: string): string | null {
  const last = text
    .split('\n')
    .filter((line) => holdsLabel(line, 'due'))
    .flatMap((line) => readDateMentions(line))
    .at(-1);
  if (last === undefined) return validUntil?.slice(0, 10) ?? null;
  return new Date(last.from).toISOString().slice(0, 10);
}
