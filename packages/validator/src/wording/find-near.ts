import type { WordDifference } from '../contract/verification-report.ts';
import { alignWords } from './align-words.ts';

/**
 * Minimum share of a statement's words that must be in the note in order, to count as nearly the note's
 * words.
 */
export const NEARLY = 0.8;
/**
 * A statement that differs from a whole unit in only one place, by at most this many words, is nearly its
 * words, however short it is.
 */
const FEW = 3;
/** The same for scripts without spaces, in characters. */
const FEW_SIGNS = 8;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** A unit with fewer words is not searched in another order. */
const LEAST_WORDS = 3;

/** The similarity of a statement to a whole unit. */
export interface NearWords {
  /** Share of the statement's words that are in the unit, in order. */
  readonly share: number;
  readonly differences: readonly WordDifference[];
}

/**
 * The differences between a statement and a whole unit that it nearly repeats; `null` if it does not. With
 * `isCited`, a statement that contains the whole unit and other words counts too.
 */
export function findNear(
  said: readonly string[],
  words: readonly string[],
  isCited = false,
): NearWords | null {
  const { matched, differences } = alignWords(said, words, true);
  const share = matched / said.length;
  const isNear =
    share >= NEARLY ||
    isOneChange(matched, differences, said, words) ||
    (isCited && holdsUnit(said, words)) ||
    isShuffled(said, words);
  return isNear ? { share, differences } : null;
}

/** The same for a stretch of a note with free ends: nearly all of the statement must be there in order. */
export function findNearWithin(said: readonly string[], stretch: readonly string[]): NearWords | null {
  const { matched, differences } = alignWords(said, stretch, false);
  const share = matched / said.length;
  return share >= NEARLY ? { share, differences } : null;
}

/** True if they differ in one place by few words, and the rest is the whole unit. */
function isOneChange(
  matched: number,
  differences: readonly WordDifference[],
  said: readonly string[],
  words: readonly string[],
): boolean {
  const [only] = differences;
  if (only === undefined || differences.length > 1) return false;
  const size = Math.max(only.here.split(' ').length, only.there.split(' ').length);
  const few = UNSPACED.test(only.here + only.there) ? FEW_SIGNS : FEW;
  return matched >= 2 && matched * 2 >= Math.max(said.length, words.length) && size <= few;
}

/** True if the whole unit is in the statement in one piece, together with other words. */
function holdsUnit(said: readonly string[], words: readonly string[]): boolean {
  return words.length >= 2 && indexOfWords(said, words) !== -1;
}

/** True if they have the same words in another order. */
function isShuffled(said: readonly string[], words: readonly string[]): boolean {
  if (said.length < LEAST_WORDS || Math.abs(said.length - words.length) > said.length / 10) return false;
  const left = new Map<string, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  let same = 0;
  for (const word of said) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    same++;
  }
  return same / Math.max(said.length, words.length) >= 0.9;
}

/** The index of words within others, in sequence; `-1` if they are not there. */
export function indexOfWords(stream: readonly string[], said: readonly string[]): number {
  const [first] = said;
  for (let at = stream.indexOf(first as string); at !== -1; at = stream.indexOf(first as string, at + 1))
    if (said.every((word, i) => stream[at + i] === word)) return at;
  return -1;
}
