import { fromWords, wordsOf } from '@memora/language/scripts';
import { wordKey } from './read-words.ts';

/** Words that turn a sentence into its opposite, side by side. */
const sides = fromWords(() => {
  const found = new Map<string, number>();
  wordsOf('opposites', ',').forEach((pair, i) => {
    pair.split('|').forEach((side, k) => {
      for (const word of side.split(' '))
        for (const form of [word, wordKey(word)]) found.set(form, k === 0 ? i + 1 : -i - 1);
    });
  });
  return found;
});

/** The side a word is on: one number for all words that say the same, its negative for those that say the opposite; 0 for any other word. */
export function sideOf(word: string): number {
  return sides().get(word) ?? 0;
}

/** The words that have an opposite. */
export function wordsWithOpposites(): Iterable<string> {
  return sides().keys();
}
