import type { Claim, Decision } from '@memora/claims';
import type { VaultFacts } from '../review/vault-facts.ts';
import type { Finding } from './finding.ts';
import type { NoteWords } from './note-words.ts';

/** A proposal that is older than this waits for somebody, in days. */
const PATIENCE = 30;

const REVIEW =
  /\b(?:review(?:ed)?|revisit(?:ed)?|re-?evaluat\w*|reconsider\w*|check(?:ed)? again|überprüf\w*|neu bewert\w*)\b|見直|再検討/iu;
const DAY = /\b(?<day>(?:19|20)\d{2}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)\b/gu;

/** What puts something forward and decides nothing: at the head of the sentence, or as what somebody does. */
const PROPOSES =
  /^[\W_]*(?:proposal|proposed(?: decision)?|decision proposed|vorschlag)\b[^.:]{0,20}:|\b(?:(?:we|i) (?:propose|suggest)|(?:was|is|has been|were) (?:proposed|suggested)|(?:it is|still) pending decision|wir schlagen vor|wurde vorgeschlagen)\b|\bstill (?:pending|undecided)\b|提案(?:する|します|した|された)/iu;

/** Decisions whose own review date is over. */
export async function findDueDecisions(
  { decisions, claimById }: VaultFacts,
  today: string,
  words: NoteWords,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, status } of decisions) {
    const claim = claimById.get(id);
    if (claim === undefined || !claim.active || status !== 'decided') continue;
    const due = reviewDate(claim, (await words.readOn(claim)) ?? '');
    if (due === null || due > today) continue;
    findings.push({
      kind: 'decision',
      reason: 'review_due',
      severity: 'medium',
      claims: [claim],
      action: `Its review was due on ${due}: confirm it with a new date, or decide anew.`,
      state: [due],
    });
  }
  return findings;
}

/** Proposals of some time ago about which nobody has decided since: no decision of the vault names the same subject. */
export async function findForgottenProposals(
  { claims, decisions }: VaultFacts,
  today: string,
  words: NoteWords,
): Promise<Finding[]> {
  const decided = new Set(decisions.filter(({ status }) => status !== 'proposed').map(({ id }) => id));
  const findings: Finding[] = [];
  for (const claim of claims) {
    const { assertion, status, active, validFrom, precision, duplicateOf } = claim;
    const stands = active && status !== 'superseded' && status !== 'retracted' && duplicateOf === null;
    if (!stands || assertion === 'question' || assertion === 'quoted' || assertion === 'code') continue;
    if (
      decided.has(claim.id) ||
      validFrom === null ||
      precision === 'unknown' ||
      !isLongAgo(validFrom, today)
    )
      continue;
    if (!PROPOSES.test((await words.read(claim)) ?? '')) continue;
    findings.push({
      kind: 'decision',
      reason: 'still_proposed',
      severity: 'medium',
      claims: [claim],
      action: `Proposed on ${validFrom.slice(0, 10)} and not decided since: decide it, or drop it.`,
    });
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

function isLongAgo(date: Decision['decidedOn'] & string, today: string): boolean {
  return Date.parse(today) - Date.parse(date) > PATIENCE * 86_400_000;
}

/** The last date that stands behind a word for reviewing; without one, the end that the decision itself names. */
function reviewDate(claim: Claim, text: string): string | null {
  const at = REVIEW.exec(text)?.index;
  if (at === undefined) return claim.validUntil?.slice(0, 10) ?? null;
  const days = [...text.slice(at).matchAll(DAY)].map(({ groups }) => groups?.['day'] ?? '');
  return days.at(-1) ?? null;
}
