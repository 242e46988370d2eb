import { fromWords, wordsOf } from '@memora/language/scripts';
import { stemOf, wordKey } from './read-words.ts';

/** The groups that a word is in, and its side in each, by its stem. */
const sides = fromWords(() => {
  const found = new Map<string, Map<number, number>>();
  wordsOf('exclusive', ',').forEach((group, g) => {
    group.split('|').forEach((side, s) => {
      for (const word of side.split(' ')) {
        const stem = stemOf(wordKey(word));
        found.set(stem, (found.get(stem) ?? new Map<number, number>()).set(g, s));
      }
    });
  });
  return found;
});

/** True for two words of which one excludes the other where it stands in its place: `public` and `private`, `tea` and `coffee`. */
export function areExclusive(key: string, other: string): boolean {
  const [ours, theirs] = [sides().get(stemOf(key)), sides().get(stemOf(other))];
  if (ours === undefined || theirs === undefined) return false;
  const shared = [...ours].filter(([group]) => theirs.has(group));
  // `cold` and `cool` say the same in one group, whatever they do in another.
  return shared.length > 0 && shared.every(([group, side]) => theirs.get(group) !== side);
}
