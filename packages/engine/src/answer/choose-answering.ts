import type { Evidence } from './write-extractive-answer.ts';

/**
 * From this share of what a question asks for, weighted by rarity, a claim answers it. Chosen on the dev half of the questions of
 * `bench answers` as the highest at which 95% of the answerable ones are still answered; the figures are printed there.
 */
export const ANSWER_COVERAGE = 0.4;
/** Beside a claim that holds all that is asked for, one that holds less than half of it is noise. */
const BESIDE_BEST = 0.5;
const NEAREST = 3;

/** The evidence that answers; none where even the best holds too little of what is asked for. */
export function chooseAnswering(evidence: readonly Evidence[]): Evidence[] {
  const best = Math.max(0, ...evidence.map(({ coverage }) => coverage));
  if (best < ANSWER_COVERAGE) return [];
  return evidence.filter(({ coverage }) => coverage >= best * BESIDE_BEST);
}

/** What comes nearest to a question that the notes do not answer: one claim a note, secret ones left out. */
export function chooseNearest(evidence: readonly Evidence[]): Evidence[] {
  const byNote = new Map<string, Evidence>();
  for (const each of evidence) {
    if (each.claim.band === 'secret' || byNote.has(each.claim.notePath)) continue;
    byNote.set(each.claim.notePath, each);
  }
  return [...byNote.values()].slice(0, NEAREST);
}
