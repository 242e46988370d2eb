import { dateTerms } from './date-terms.ts';

const YEAR = /^(?:1[0-9]|20)\d\d$/u;

/** Which of a text's words only say when: years, and the names of months beside a year. */
export function readTimeWords(words: readonly string[]): readonly boolean[] {
  const hasYear = words.some((word) => YEAR.test(word));
  // Whether a word is a month is asked as a date is read; without a year `may` and `march` are words like others.
  return words.map((word) => hasYear && (YEAR.test(word) || dateTerms(`${word} 2000`).length > 0));
}
