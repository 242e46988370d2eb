import { fromWords, wordsOf } from '@memora/language/scripts';
import { stemOf, wordKey } from './read-words.ts';

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

/** `lower` and `lowered`: of a word that ends as a form does, its forms have another stem. */
function formsOf(word: string): readonly string[] {
  return /^[a-z]{4,}(?:er|en|t)$/u.test(word) ? [word, `${word}s`, `${word}ed`] : [word];
}

/** The groups that a word is in, and its side in each, by its stem. */
const groups = fromWords(() => {
  const found = new Map<string, Map<number, number>>();
  wordsOf('exclusive', ',').forEach((group, g) => {
    group.split('|').forEach((side, s) => {
      for (const word of side.split(' ').flatMap(formsOf)) {
        const stem = stemOf(wordKey(word));
        found.set(stem, (found.get(stem) ?? new Map<number, number>()).set(g, s));
      }
    });
  });
  return found;
});

/** True for two words of which one excludes the other where it stands in its place: `public` and `private`, `tea` and `coffee`. */
export function areExclusive(key: string, other: string): boolean {
  const [ours, theirs] = [groups().get(stemOf(key)), groups().get(stemOf(other))];
  if (ours === undefined || theirs === undefined) return false;
  const shared = [...ours].filter(([group]) => theirs.has(group));
  // `cold` and `cool` say the same in one group, whatever they do in another.
  return shared.length > 0 && shared.every(([group, side]) => theirs.get(group) !== side);
}
