import type { WordDifference } from '../contract/verification-report.ts';
import { findNear } from './find-near.ts';
import { readWords } from './read-words.ts';

/**
 * Where a statement differs from a sentence that it nearly repeats: `[]` where it repeats all of it, `null` where it is worded in another
 * way. Nothing of the words is interpreted.
 */
export function compareWords(statement: string, sentence: string): readonly WordDifference[] | null {
  const [said, words] = [readWords(statement), readWords(sentence)];
  if (said.length === words.length && said.every((word, i) => word === words[i])) return [];
  return findNear(said, words)?.differences ?? null;
}
