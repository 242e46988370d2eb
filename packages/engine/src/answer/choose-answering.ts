import type { Evidence } from './evidence.ts';

/**
 * From this share of what a question asks for, weighted by rarity, a claim answers it: at least half. It is where answering what can be
 * answered and not answering what can't are best balanced on the dev halves of `bench answers`, which prints the figures.
 */
export const ANSWER_COVERAGE = 0.5;
const NEAREST = 3;

/** True where the best of the evidence holds enough of what is asked for. */
export function answersQuestion(evidence: readonly Evidence[]): boolean {
  return evidence.some(({ coverage }) => coverage >= ANSWER_COVERAGE);
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
