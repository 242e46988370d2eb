import type { Claim, Decision } from '@memora/claims';
import type { VaultFacts } from '../review/vault-facts.ts';
import type { Finding } from './finding.ts';

/** A proposal that is older than this waits for somebody, in days. */
const PATIENCE = 30;

const REVIEW =
  /\b(?:review(?:ed)?|revisit(?:ed)?|re-?evaluat\w*|reconsider\w*|check(?:ed)? again|überprüf\w*|neu bewert\w*)\b|見直|再検討/iu;
const DAY = /\b(?<day>(?:19|20)\d{2}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)\b/gu;

/** Reads the words of a claim; null where they are gone. */
export type ReadWords = (claim: Claim) => Promise<string | null>;

/** Decisions that are due: their own review date is over, or they were proposed long ago and nobody decided. */
export async function findDueDecisions(
  { decisions, claimById }: VaultFacts,
  today: string,
  read: ReadWords,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const decision of decisions) {
    const claim = claimById.get(decision.id);
    if (claim === undefined || !claim.active) continue;
    const due = reviewDate(decision, claim, (await read(claim)) ?? '');
    if (due !== null && due <= today && decision.status === 'decided') {
      findings.push({
        kind: 'decision',
        reason: 'review_due',
        severity: 'medium',
        claims: [claim],
        action: `Its review was due on ${due}: confirm it with a new date, or decide anew.`,
        state: [due],
      });
    } else if (isForgotten(decision, today)) {
      findings.push({
        kind: 'decision',
        reason: 'still_proposed',
        severity: 'medium',
        claims: [claim],
        action: `Proposed on ${decision.decidedOn} and not decided since: decide it, or drop it.`,
      });
    }
  }
  return findings;
}

/** Questions that nothing has answered. */
export function findOpenQuestions({ questions }: VaultFacts): Finding[] {
  return questions
    .filter(({ active }) => active)
    .map((claim) => ({
      kind: 'open_question',
      reason: 'unanswered',
      severity: 'low',
      claims: [claim],
      action: `Answer it below the question in ${claim.notePath}, or take it out.`,
    }));
}

function isForgotten({ status, decidedOn }: Decision, today: string): boolean {
  if (status !== 'proposed' || decidedOn === null) return false;
  return Date.parse(today) - Date.parse(decidedOn) > PATIENCE * 86_400_000;
}

/** The last date that stands behind a word for reviewing. A month counts from its first day. */
function reviewDate(_decision: Decision, claim: Claim, text: string): string | null {
  const at = REVIEW.exec(text)?.index;
  if (at === undefined) return claim.validUntil?.slice(0, 10) ?? null;
  const days = [...text.slice(at).matchAll(DAY)].map(({ groups }) => groups?.['day'] ?? '');
  return days.at(-1) ?? null;
}
