import { hedgePhrases } from '@memora/language/assertion';
import { monthWords, weekdayWords } from '@memora/language/calendar';
import { figureWords, isUnitWord, rateWords, unitWords } from '@memora/language/numbers';
import { fromWords, wordsOf } from '@memora/language/scripts';
import {
  CONDITION,
  DENIAL,
  FUNCTION,
  HEDGE,
  INTENT,
  modalClass,
  NEGATOR,
  ONLY,
  quantifierClass,
  traitsOf,
  wordsWithTraits,
} from '../words/lexicon.ts';
import { wordsWithOpposites } from '../words/opposites.ts';

/** What a word means for the screening of a text; a sum. */
export const FIGURE_WORD = 1;
export const POLAR_WORD = 2;
export const FUNCTION_WORD = 4;
export const UNIT_WORD = 8;
export const BOUND_WORD = 16;
/** Matters only where it is not in both texts. */
export const OPPOSITE_WORD = 32;

/** Before a figure: risen by it, or to it. */
const WAYS = ['by', 'to', 'um', 'auf'];

/** A hash table in two arrays: faster to look up than a Map, and it is looked up for every word of every statement. */
interface WordTable {
  readonly hashes: Int32Array;
  readonly meanings: Uint8Array;
}

/** Slots, a power of two several times the number of words. */
const SLOTS = 8192;
const table = fromWords(buildTable);

/**
 * What a word means, by its hash ({@link addToHash} over its units), 0 for most words. Two words with one hash share what they
 * mean, which makes a text look more in need of comparison, never less.
 */
export function meaningOf(hash: number): number {
  const { hashes, meanings } = table();
  for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
    const meaning = meanings[slot] as number;
    if (meaning === 0 || hashes[slot] === hash) return meaning;
  }
}

function buildTable(): WordTable {
  const found = { hashes: new Int32Array(SLOTS), meanings: new Uint8Array(SLOTS) };
  const add = (word: string, meaning: number) => {
    let hash = EMPTY_HASH;
    for (let i = 0; i < word.length; i++) hash = addToHash(hash, word.charCodeAt(i));
    let slot = hash & (SLOTS - 1);
    while (found.meanings[slot] !== 0 && found.hashes[slot] !== hash) slot = (slot + 1) & (SLOTS - 1);
    found.hashes[slot] = hash;
    found.meanings[slot] = (found.meanings[slot] as number) | meaning;
  };
  for (const list of [figureWords(), rateWords(), monthWords(), weekdayWords()])
    for (const word of list) add(word, FIGURE_WORD);
  for (const word of wordsWithTraits()) {
    if ((traitsOf(word) & FUNCTION) !== 0) add(word, FUNCTION_WORD);
    if (isPolar(word)) add(word, POLAR_WORD);
  }
  for (const word of hedgePhrases().flatMap((phrase) => phrase.split(/[- *]/u))) {
    if (word !== '' && (traitsOf(word) & FUNCTION) === 0) add(word, POLAR_WORD);
  }
  for (const word of wordsWithOpposites()) add(word, OPPOSITE_WORD);
  for (const word of unitWords()) if (isUnitWord(word)) add(word, UNIT_WORD);
  for (const word of [...wordsOf('bound'), ...WAYS]) add(word, BOUND_WORD);
  return found;
}

/** A word that the comparisons of sentences look at wherever it stands. */
function isPolar(word: string): boolean {
  if (quantifierClass(word) !== '' || modalClass(word) !== '') return true;
  return (traitsOf(word) & (NEGATOR | DENIAL | HEDGE | ONLY | CONDITION | INTENT)) !== 0;
}

export const EMPTY_HASH = 0;

/** The hash of a word and one unit more. */
export function addToHash(hash: number, unit: number): number {
  return (Math.imul(hash, 0x01000193) + unit + 1) | 0;
}
