import type { Evidence } from './evidence/evidence.ts';

const NEAREST = 3;

/** What comes nearest to a question that the notes do not answer: one claim a note, secret ones left out. */
export function chooseNearest(evidence: readonly Evidence[]): Evidence[] {
  const byNote = new Map<string, Evidence>();
  for (const each of evidence) {
    if (each.claim.band === 'secret' || byNote.has(each.claim.notePath)) continue;
    byNote.set(each.claim.notePath, each);
  }
  return [...byNote.values()].slice(0, NEAREST);
}
