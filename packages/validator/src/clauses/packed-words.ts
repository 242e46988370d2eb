import { lettersOf } from '../reading/letters-of.ts';
import { hasFiniteWord } from './clause-words.ts';
import type { KnownWords } from './known-words.ts';

/**
 * `#anyTag`, `#any-tag`, which is not an anchor and not the number of an issue; or a capital behind a small letter, or underscores: several
 * words in one.
 */
const PACKED =
  /(?<![\p{L}\p{M}\p{N}&/#])#(?=[\p{N}_/-]*\p{L})[\p{L}\p{M}\p{N}_/-]+|(?<![\p{Lu}\p{Ll}\p{M}\p{N}])[\p{Lu}\p{Ll}\p{M}\p{N}]*\p{Ll}(?:\p{Lu}|_+[\p{Lu}\p{Ll}])[\p{Lu}\p{Ll}\p{M}\p{N}_]*/gu;
/** Three words and more with no space between: `boiler-exploded-yesterday`. */
const CHAINED =
  /(?<![\p{L}\p{M}\p{N}#/])\p{L}[\p{L}\p{M}]+(?:[-_./]\p{L}[\p{L}\p{M}]+){2,}(?![\p{L}\p{M}\p{N}])/gu;
/** Ends of verbs of the past in English: two words of which one has it say that something happened. */
export const PAST = /\p{L}{3}ed$/u;
/** Letters that only look like those of a word, and signs that stand for `not`: `𝐧𝐨𝐭`, `nоt` with a Cyrillic letter, 🚫, `/s` behind a word. */
const MASKED =
  /[\u{1D400}-\u{1D7FF}🚫❌❎⛔👎🙅]+|\p{L}*(?:\p{sc=Latn}\p{sc=Cyrl}+\p{sc=Latn}|\p{sc=Cyrl}\p{sc=Latn}+\p{sc=Cyrl})\p{L}*|(?<=\p{L}{3} )\/s(?!\S)/gu;
const PART = /\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;

/**
 * True where several words written as one say what the evidence does not: `#EverybodyHatesTea`, `TeaIsPoison`. Known are those that stand in it,
 * together or apart, and those made of words of content that all stand there.
 */
export function hasPackedStranger(
  text: string,
  evidence: () => readonly string[],
  known: KnownWords,
): boolean {
  if ((text.match(MASKED) ?? []).some((word) => evidence().every((each) => !each.includes(word))))
    return true;
  const packed = [...text.matchAll(PACKED)];
  const chained = [...text.matchAll(CHAINED)];
  if (packed.length + chained.length === 0) return false;
  const letters = evidence().map(lettersOf);
  const isStranger = (
    [word]: RegExpMatchArray,
    says: (parts: readonly string[], strange: number) => boolean,
  ) => {
    const own = lettersOf(word);
    if (letters.some((each) => each.includes(own))) return false;
    const parts = word.match(PART) ?? [];
    const { words, known: found } = known.cover(parts.join(' '));
    return (words < parts.length || found < words) && says(parts, words - found);
  };
  return (
    packed.some((match) =>
      // `MicroRNA` is a name, which the guard compares.
      isStranger(match, (parts) => match[0].startsWith('#') || parts.length > 2 || hasFinite(parts)),
    ) ||
    // `state-of-the-art` is one word.
    chained.some((match) => isStranger(match, (parts, strange) => strange > 0 && hasFinite(parts)))
  );
}

function hasFinite(parts: readonly string[]): boolean {
  return parts.some((part) => PAST.test(part)) || hasFiniteWord(parts.join(' '));
}
