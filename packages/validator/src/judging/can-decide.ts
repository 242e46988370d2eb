import type { JudgeEvidence } from '../contract/judge.ts';
import { indexOfWords } from '../wording/find-near.ts';
import { joiningWords } from '../wording/find-other-value.ts';
import { readWords } from '../wording/read-words.ts';

/**
 * Returns true if words can support a statement: they are consecutive in a passage, or in the lines that
 * describe it, as the judge saw them, and at least one of them has meaning. Does not check whether a note
 * contains them.
 */
export function canDecide(quote: string, evidence: readonly JudgeEvidence[]): boolean {
  const words = readWords(quote);
  if (words.every((word) => joiningWords().has(word))) return false;
  const passages = evidence.map(({ passage }) => passage).join('\n');
  const described = evidence.map(({ passage, context }) => {
    const { title, headings, dates, author, speaker, leadIn, header } = context;
    return [title, author, ...dates, ...headings, speaker, leadIn, header, passage]
      .filter(Boolean)
      .join('\n');
  });
  return [passages, ...described].some((text) => indexOfWords(readWords(text), words) !== -1);
}
