import { dateTerms } from './date-terms.ts';

const YEAR = /^(?:1[0-9]|20)\d\d$/u;

/** Marks the words that only say when: years, and month names next to a year. */
export function readTimeWords(words: readonly string[]): readonly boolean[] {
  const hasYear = words.some((word) => YEAR.test(word));
  // A word is a month if a date with it can be read. Without a year, `may` and `march` are ordinary words.
  return words.map((word) => hasYear && (YEAR.test(word) || dateTerms(`${word} 2000`).length > 0));
}
