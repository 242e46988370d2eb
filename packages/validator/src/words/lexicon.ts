import { hedgeWords } from '@memora/language/assertion';
import { fromWords, type WordList, wordsOf } from '@memora/language/scripts';
import { wordKey } from './read-words.ts';

/* What words do to a statement, by the lists of every script in @memora/language. Scripts without spaces: see unspaced-lexicon.ts. */

/** What a word does to a statement; a word may do several of these, and stands once, under their sum. */
export const NEGATOR = 1;
export const PRIVATIVE = 2;
/** Its meaning denies what follows: `failed to`, `denied that`. */
export const DENIAL = 4;
/** Says how much; matters where a quote is cut, beside the classes below. */
const QUANTIFIER = 8;
/** Makes a statement conditional, or takes something out of it. */
export const EXCEPTION = 16;
/** A modal without a class. */
const MODAL = 32;
/** Says nothing of its own. */
export const FUNCTION = 64;
const ALL = 128;
const SOME = 256;
const MANY = 512;
const FEW = 1024;
const NONE = 2048;
const POSSIBLE = 4096;
const REQUIRED = 8192;
const WILL = 16384;
/** Says that what follows is no fact (yet). */
export const HEDGE = 32768;
/** Leaves all others out. */
export const ONLY = 65536;
/** What is said holds only under the condition that follows, or not for what follows. */
export const CONDITION = 131072;
/** Of these, the words that take out the one word that follows. */
export const EXCLUSION = 262144;
/** What follows is not done yet: `tried to`. */
export const INTENT = 524288;

const LISTS: readonly (readonly [WordList, number])[] = [
  ['negator', NEGATOR],
  ['privative', PRIVATIVE],
  ['denial', DENIAL],
  ['quantifier', QUANTIFIER],
  ['exception', EXCEPTION],
  ['modal', MODAL],
  ['function', FUNCTION],
  ['all', ALL],
  ['some', SOME],
  ['many', MANY],
  ['few', FEW],
  ['none', NONE],
  ['possible', POSSIBLE],
  ['required', REQUIRED],
  ['will', WILL],
  ['only', ONLY],
  ['condition', CONDITION],
  ['exclusion', EXCLUSION],
  ['intent', INTENT],
];

const traits = fromWords(() => {
  const found = new Map<string, number>();
  const add = (word: string, trait: number) => {
    // Words are looked up as they stand and under their key, which has no accents: a word without them is listed where no other has it as its key.
    for (const form of [word, wordKey(word)]) found.set(form, (found.get(form) ?? 0) | trait);
  };
  for (const [list, trait] of LISTS) for (const word of wordsOf(list)) add(word, trait);
  for (const word of hedgeWords()) add(word, HEDGE);
  return found;
});

/** Everything a word does, as a sum of the constants above. */
export function traitsOf(word: string): number {
  return (
    traits().get(word) ??
    (word.endsWith("n't") ? NEGATOR : word > '\u007f' || TURKISH.test(word) ? inflected(word) : 0)
  );
}

/** Endings by which Turkish verbs may hold what other languages have words for. */
const TURKISH = /(?:yor|m[ae]z|m[ae]d[ıi]|bilir|m[ae]l[ıi])/u;
const TURKISH_NOT =
  /\p{L}{2}(?:m[ıiuü]yor|m[ae]z|m[ae]d[ıi]|m[ae]m[ıi]ş|m[ae]y[ae]c[ae][kğ]|m[ae]m[ae]l[ıi])(?:d[ıiuü]r|s[ıi]n|l[ae]r|um|m|k)?$/u;
const TURKISH_MAY = /\p{L}{2}y?[ae]bil(?:ir|iyor|ecek|di)(?:s[ıi]n|l[ae]r|im|iz)?(?:s[ıi]n[ıi]z)?$/u;
const TURKISH_MUST = /\p{L}{2}m[ae]l[ıi](?:d[ıi]r|y[ıi]m|s[ıi]n|y[ıi]z|l[ae]r)?(?:s[ıi]n[ıi]z)?$/u;
/** Korean verbs deny and oblige by what follows their stem. */
const KOREAN_NOT = /^(?:않|없|못하|못했|못한|아니|아닙)/u;
const KOREAN_MUST = /(?:해야|어야|아야|여야)(?:만|지)?$/u;

function inflected(word: string): number {
  const first = word.charCodeAt(0);
  if (first >= 0xac00 && first <= 0xd7a3)
    return KOREAN_NOT.test(word) ? NEGATOR : KOREAN_MUST.test(word) ? REQUIRED : 0;
  if (TURKISH_NOT.test(word)) return NEGATOR;
  if (TURKISH_MAY.test(word)) return POSSIBLE;
  return TURKISH_MUST.test(word) ? REQUIRED : 0;
}

/** The words that have traits, for a table of another kind. */
export function wordsWithTraits(): Iterable<string> {
  return traits().keys();
}

export function isNegator(word: string): boolean {
  // Tamil verbs deny by their ending.
  return (traitsOf(word) & NEGATOR) !== 0 || word.endsWith('வில்லை');
}

/** `without` and its kin deny the phrase after them, not the one before. */
export function isPrivative(word: string): boolean {
  return (traitsOf(word) & PRIVATIVE) !== 0;
}

export function isDenial(word: string): boolean {
  return (traitsOf(word) & DENIAL) !== 0;
}

export function isQuantifier(word: string): boolean {
  return (traitsOf(word) & (QUANTIFIER | ALL | SOME | MANY | FEW | NONE)) !== 0;
}

export function isException(word: string): boolean {
  return (traitsOf(word) & EXCEPTION) !== 0;
}

export function isModal(word: string): boolean {
  return (traitsOf(word) & (MODAL | POSSIBLE | REQUIRED | WILL)) !== 0;
}

export function isFunctionWord(word: string): boolean {
  return (traitsOf(word) & FUNCTION) !== 0;
}

/** `all`, `some`, `many`, `few` or `none`, where the word says how many or how often; else nothing. */
export function quantifierClass(word: string): string {
  const trait = traitsOf(word);
  if ((trait & (ALL | SOME | MANY | FEW | NONE)) === 0) return '';
  if (trait & ALL) return 'all';
  if (trait & SOME) return 'some';
  if (trait & MANY) return 'many';
  return trait & FEW ? 'few' : 'none';
}

/** `possible`, `required` or `will`; else nothing. */
export function modalClass(word: string): string {
  const trait = traitsOf(word);
  if (trait & POSSIBLE) return 'possible';
  if (trait & REQUIRED) return 'required';
  return trait & WILL ? 'will' : '';
}

/** The words of some lists, in all scripts that are loaded. */
export function wordSet(...lists: readonly WordList[]): () => ReadonlySet<string> {
  return fromWords(() => new Set(lists.flatMap((list) => wordsOf(list))));
}
