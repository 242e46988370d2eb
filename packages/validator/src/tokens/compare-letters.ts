import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { disagree } from '../contract/disagree.ts';

/** A letter behind a word that it tells from others: "team B", "vitamin C". Neither a pronoun, an initial, a unit of a figure, nor a part of a sign such as `C++`. */
const LETTER = /(?<=\p{L}{2} )(?!I\b)[A-Z](?![\p{L}\p{N}_'’$/+#-]|\.[\p{L}\p{N}]|\. \p{Lu})/gu;
/** Words as letters: "a" of English, "o" of Portuguese, "y" of Spanish. */
const WORD = /[AEIOUY]/;

/** Letters of the statement that its evidence has nowhere: team C is not team B. Without any evidence nothing is said. */
export function compareLetters(statement: string, evidence: string): TokenDisagreement[] {
  if (evidence === '') return [];
  return [...new Set(statement.match(LETTER))]
    .filter(
      (letter) =>
        !new RegExp(`(?<!\\p{L})${letter}(?!\\p{L})`, WORD.test(letter) ? 'u' : 'iu').test(evidence),
    )
    .map((letter) => disagree('name', letter));
}
