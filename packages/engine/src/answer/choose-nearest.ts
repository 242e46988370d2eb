import type { Evidence } from './evidence/evidence.ts';

const NEAREST = 3;

/**
 * What comes nearest to a question that the notes do not answer: one claim a note, secret ones left out. Lines of the frontmatter, and what holds no word of the
 * question itself, are near to nothing: they are named only where nothing else was found.
 */
export function chooseNearest(evidence: readonly Evidence[]): Evidence[] {
  const byNote = new Map<string, Evidence>();
  const shown = evidence.filter(({ claim }) => claim.band !== 'secret');
  const near = shown.filter(({ inFrontmatter, ownCoverage }) => !inFrontmatter && ownCoverage > 0);
  for (const each of near.length > 0 ? near : shown)
    if (!byNote.has(each.claim.notePath)) byNote.set(each.claim.notePath, each);
  return [...byNote.values()].slice(0, NEAREST);
}
