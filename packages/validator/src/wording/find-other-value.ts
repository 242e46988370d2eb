import { fromWords, wordsOf } from '@memora/language/scripts';
import type { WordDifference } from '../contract/verification-report.ts';
import { findNear, indexOfWords } from './find-near.ts';
import type { WordUnit } from './read-units.ts';
import { readWords } from './read-words.ts';

/** The text after the key of a property in a statement. */
const BEHIND_KEY = [':', '：'];
/** A property whose value has at least this many words is compared like any other text. */
const LEAST_LONG = 6;

/** True for a statement that only states a property: `The shortcut is mod+k` for `shortcut:: mod+k`. */
export function saysProperty(said: readonly string[], unit: WordUnit): boolean {
  const rest = restOf(said, unit);
  const value = valueWords(unit);
  return rest !== null && rest.length === value.length && indexOfWords(value, rest) === 0;
}

/** The value that a statement gives to a short property if the note has a different value. */
export function findOtherValue(
  text: string,
  said: readonly string[],
  units: readonly WordUnit[],
): { readonly wording: 'altered'; readonly differences: readonly WordDifference[] } | null {
  const properties = units.filter(({ label, isWhole }) => isWhole && label.length > 0);
  const at = Math.max(...BEHIND_KEY.map((sign) => text.indexOf(sign)));
  for (const unit of properties) {
    const rest = restOf(said, unit);
    const value = valueWords(unit);
    if (rest === null || rest.length === 0 || unit.words.length >= LEAST_LONG) continue;
    const isOfKey = (other: WordUnit) => other.label.join(' ') === unit.label.join(' ');
    const own = properties.filter(isOfKey).map(valueWords);
    if (own.some((words) => words.join(' ') === rest.join(' '))) continue;
    const isKeyed = at !== -1 && bare(readWords(text.slice(0, at))).join(' ') === bare(unit.label).join(' ');
    const others = properties.filter((other) => !isOfKey(other)).map(valueWords);
    if (
      (isKeyed && !own.some((words) => isInOrder(rest, words))) ||
      [...others, ...own].some((words) => words.join(' ') === undenied(rest)) ||
      findNear(rest, value) !== null
    )
      return { wording: 'altered', differences: [{ here: rest.join(' '), there: unit.words.join(' ') }] };
  }
  return null;
}

/** The words of a statement without the key of a property; null if the key is not in it. */
function restOf(said: readonly string[], { label }: WordUnit): readonly string[] | null {
  if (label.length === 0 || !label.every((word) => said.includes(word))) return null;
  return bare(said.filter((word) => !label.includes(word)));
}

function valueWords({ words, label, isWhole }: WordUnit): readonly string[] {
  return bare(isWhole ? words : words.slice(label.length));
}

/** The words without function words, unless there are no others. */
function bare(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !joiningWords().has(word));
  return others.length > 0 ? others : words;
}

function undenied(words: readonly string[]): string {
  return words.filter((word) => !denyingWords().has(word)).join(' ');
}

function isInOrder(words: readonly string[], among: readonly string[]): boolean {
  let at = 0;
  for (const word of among) if (word === words[at]) at++;
  return at === words.length;
}

export const denyingWords = fromWords(() => new Set([...wordsOf('negator'), ...wordsOf('privative')]));
/** Function words that do not negate anything. */
export const joiningWords = fromWords(
  () => new Set(wordsOf('function').filter((word) => !denyingWords().has(word))),
);
