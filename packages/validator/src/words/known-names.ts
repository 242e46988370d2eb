import { fromWords, wordsOf } from '@memora/language/scripts';
import { readWords } from './read-words.ts';

/** What the evidence has by way of names. */
export interface KnownNames {
  readonly lower: string;
  readonly keys: ReadonlySet<string>;
  /** First letters of every run of capitalised words, and of its parts: `un` for United Nations. */
  readonly initials: ReadonlySet<string>;
  /** First letters of all words, in order. */
  readonly letters: string;
  /** The same, with a space for each short word. */
  readonly longLetters: string;
  /** The keys by their first letters, which two words of one root share. */
  readonly roots: ReadonlyMap<string, readonly string[]>;
}

/** Reads what a text has by way of names. */
export function readKnownNames(evidence: string): KnownNames {
  const words = readWords(evidence);
  const keys = new Set(words.map(({ key }) => key));
  return {
    lower: spellGreek(evidence.toLowerCase()),
    keys,
    initials: initialsOf(evidence),
    letters: words.map(({ key }) => key.charAt(0)).join(''),
    longLetters: words.map(({ key }) => (key.length < 4 ? ' ' : key.charAt(0))).join(''),
    roots: rootsOf(keys),
  };
}

const greek = fromWords(() => wordsOf('greek'));

/** A Greek letter that stands in no Greek word, by its name. */
export function spellGreek(low: string): string {
  if (!/[α-ω]/.test(low)) return low;
  return low.replace(/(?<![Ͱ-Ͽ])[α-ω](?![Ͱ-Ͽ])/g, (letter) => `-${greek()[letter.charCodeAt(0) - 0x3b1]}-`);
}

/** This many first letters are a root. */
export const ROOT = 4;

/** The keys by their first letters, which two words of one root share. */
function rootsOf(keys: Iterable<string>): Map<string, string[]> {
  const roots = new Map<string, string[]>();
  for (const key of keys) {
    const root = key.slice(0, ROOT);
    const others = roots.get(root);
    if (others === undefined) roots.set(root, [key]);
    else others.push(key);
  }
  return roots;
}

/** First letters of every run of capitalised words, and of its parts: `un` for United Nations. */
function initialsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const [run] of text.matchAll(
    /(?<![\p{L}\p{N}'’])\p{Lu}[\p{L}\p{N}'’]*(?:[\s-](?:(?:of|the|and|for|de|la|du|in)\s)*\p{Lu}[\p{L}\p{N}'’]*)+/gu,
  )) {
    // `WWII` is World War II.
    const letters = (run.match(/(?<![\p{L}\p{N}'’])(?:I{2,3}$|\p{Lu})/gu) ?? []).join('').toLowerCase();
    for (let i = 0; i < letters.length; i++) {
      for (let k = i + 2; k <= Math.min(letters.length, i + 6); k++) found.add(letters.slice(i, k));
    }
  }
  return found;
}
