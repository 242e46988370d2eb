import type { WordDifference } from '../contract/verification-report.ts';
import { findNear } from './find-near.ts';
import { readWords } from './read-words.ts';

/**
 * The differences between a statement and a sentence that it nearly repeats: `[]` if it repeats all of it,
 * `null` if its wording is too different. Words are not interpreted.
 */
export function compareWords(statement: string, sentence: string): readonly WordDifference[] | null {
  const [said, words] = [readWords(statement), readWords(sentence)];
  if (said.length === words.length && said.every((word, i) => word === words[i])) return [];
  return findNear(said, words)?.differences ?? null;
}
