import { fromWords, unspacedWords, wordsOf } from '@memora/language/scripts';
import { isAscii } from '../words/ascii-words.ts';
import { wordSet } from '../words/lexicon.ts';
import { wordKey } from '../words/read-words.ts';

const DUTCH_AND = 'en(?= (?:het|hij|zij|ze|wij|we|er|iedereen|niemand|de|een|dit|dat|die) )';
const joiners = fromWords(() => {
  const words = [...new Set(wordsOf('joiner'))];
  const pattern = (letter: string, own: readonly string[], flags: string) =>
    new RegExp(`(?<!${letter})(?:${own.join('|')}|${DUTCH_AND})(?!${letter})`, flags);
  return {
    any: pattern("[\\p{L}\\p{M}\\p{N}'’-]", words, 'giu'),
    ascii: pattern("[a-z0-9'-]", words.filter(isAscii), 'gi'),
  };
});

/** The pattern that finds the joining words of a text, in order. */
export function joinerFor(text: string): RegExp {
  return isAscii(text) ? joiners().ascii : joiners().any;
}

const finite = wordSet('finite');
const labels = fromWords(() => new Set(wordsOf('label').flatMap((word) => [word, wordKey(word)])));

/** True where a text holds a word that needs or is a finite verb. */
export function hasFiniteWord(text: string): boolean {
  if (/\p{Script=Hangul}(?:다|요|죠)(?!\p{L})|\p{L}{3}(?:лся|лась|лись|лось)(?!\p{L})/u.test(text))
    return true;
  const words = finite();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+/gu)) if (words.has(word)) return true;
  return false;
}

/** True for a word that only names a part of an answer, or for several such parts. */
export function isLabelWord(word: string): boolean {
  const low = word.toLowerCase();
  return [low, wordKey(low), low.replace(/s$/u, '')].some((form) => labels().has(form));
}

/** True for a whole label in a script without spaces. */
export function isUnspacedLabel(text: string): boolean {
  return unspacedWords()?.label.test(text) === true;
}
