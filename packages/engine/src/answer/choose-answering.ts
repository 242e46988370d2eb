import type { Evidence } from './write-extractive-answer.ts';

/**
 * From this share of what a question asks for, weighted by rarity, a claim answers it: at least half. It is where answering what can be
 * answered and not answering what can't are best balanced on the dev halves of `bench answers`, which prints the figures.
 */
export const ANSWER_COVERAGE = 0.5;
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
