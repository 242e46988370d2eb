import { lightIn } from '../asked/light-words.ts';
import type { Language } from '../stems/languages.ts';
import { foldWord } from '../text/fold-word.ts';
import { languagesOfWord } from './detect-language.ts';

/** The language that a question is asked in, as far as its words say. */
export interface AskedLanguage {
  readonly language: Language | null;
  /** The letters that it is written in, where they are not Latin. */
  readonly letters: RegExp | null;
}

/** Fewer words say nothing of their language. */
const FEWEST_WORDS = 12;
/** A text in a language consists of its small words to about two fifths; one in a language kin to it to a fifth or less. */
const OWN_SHARE = 0.2;
const LITTLE = 0.15;
const KIN = 1.3;
/** From this many words with letters that English has not, a text that says nothing in English is no English. */
const FOREIGN_SHARE = 0.08;
const LETTERS_SHARE = 0.25;
const KANA_SHARE = 0.05;

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Japanese is known by its own signs, beside which it has those of Chinese. */
const LETTERS = [
  KANA,
  /\p{Script=Han}/gu,
  /\p{Script=Hangul}/gu,
  /\p{Script=Cyrillic}/gu,
  /\p{Script=Greek}/gu,
  /\p{Script=Arabic}/gu,
  /\p{Script=Hebrew}/gu,
  /\p{Script=Thai}/gu,
  /\p{Script=Devanagari}/gu,
];

/** The language of a question; null where its words do not say, as in `xargs options`. */
export function readAskedLanguage(question: string): AskedLanguage | null {
  const letters = LETTERS.find((pattern) => count(question, pattern) > 0);
  const votes = new Map<Language, number>();
  for (const word of wordsOf(question)) {
    const folded = foldWord(word);
    const languages = [...languagesOfWord(folded), ...lightIn(folded)];
    for (const each of languages) votes.set(each, (votes.get(each) ?? 0) + 1 / languages.length);
  }
  const [best, second] = [...votes].sort((a, b) => b[1] - a[1]);
  const language = best !== undefined && best[1] > (second?.[1] ?? 0) * KIN ? best[0] : null;
  if (letters === undefined) return language === null ? null : { language, letters: null };
  return { language, letters };
}

/** Whether a text is told in the language of a question: false where it is in another, null where that can't be seen. */
export function isToldIn(text: string, { language, letters }: AskedLanguage): boolean | null {
  const isPlain = letters === null && !/[^\x00-\x7f]/u.test(text);
  const all = isPlain ? 0 : count(text, /\p{L}/gu);
  if (letters !== null) {
    const least = letters === KANA ? KANA_SHARE : LETTERS_SHARE;
    if (all > 0 && count(text, letters) < all * least) return false;
  } else if (!isPlain && count(text, /\p{Script=Latin}/gu) < all * (1 - LETTERS_SHARE)) return false;
  const words = wordsOf(text);
  if (language === null || words.length < FEWEST_WORDS) return null;
  const counts = countSmallWords(words);
  const own = (counts.get(language) ?? 0) / words.length;
  const other = Math.max(0, ...[...counts].map(([each, n]) => (each === language ? 0 : n / words.length)));
  if (other >= OWN_SHARE && other > own * KIN) return false;
  if (own >= OWN_SHARE) return true;
  const foreign = words.filter((word) => /[^\x00-\x7f]/u.test(word)).length / words.length;
  return language === 'en' && own < LITTLE && foreign >= FOREIGN_SHARE ? false : null;
}

function wordsOf(text: string): string[] {
  return (
    text
      .replace(/`[^`]*`|\w+:\/\/\S+/gu, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  );
}

/** How many of the words are small words of each language. */
function countSmallWords(words: readonly string[]): Map<Language, number> {
  const counts = new Map<Language, number>();
  for (const word of words)
    for (const language of languagesOfWord(foldWord(word)))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  return counts;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
