import type { Evidence } from './write-extractive-answer.ts';

/** A line of frontmatter goes before sentences only where it is so many times as good as they are. */
const CLEARLY = 2;

/**
 * Puts lines of frontmatter (`url: …`, `topics: …`) behind the sentences that answer: they hold a note's keywords, so that they are
 * found by every word of a question, and say little. The order is otherwise left as it is.
 */
export function putProseFirst(evidence: readonly Evidence[]): readonly Evidence[] {
  const worth = ({ score, inFrontmatter }: Evidence) => (inFrontmatter ? score / CLEARLY : score);
  return evidence.some(({ inFrontmatter }) => inFrontmatter)
    ? evidence.toSorted((a, b) => worth(b) - worth(a))
    : evidence;
}
