import { numberOf, unitNamed } from '@memora/language/numbers';
import { ASCII_WORD, isAscii } from './ascii-words.ts';
import { languagesOf } from './function-words.ts';
import { isFunctionWord, isNegator, modalClass, quantifierClass } from './lexicon.ts';
import { stemOf, wordKey } from './read-words.ts';

/** A piece of a text that says what it is about: a content word, or two neighbouring characters of a script without spaces. */
export interface Term {
  /** Under which it is compared: the stem of a word. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
/** `75,360` is one number. */
const GROUPED = "[0-9]{1,3}(?:[,'’][0-9]{3})+(?![0-9a-z])";
const PIECE = new RegExp(
  `${GROUPED}|(?:(?=[\\p{L}\\p{M}\\p{N}])[${UNSPACED}])+|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+(?:['’](?:(?![${UNSPACED}])[\\p{L}\\p{M}])+)*`,
  'gu',
);
const ASCII_PIECE = new RegExp(`${GROUPED}|${ASCII_WORD}`, 'gi');
const WITHOUT_SPACES = new RegExp(`^[${UNSPACED}]`, 'u');
/** Particles and endings of Japanese. */
const HIRAGANA = /^[\u3041-\u309f]+$/;

/** The content terms of a text in order. Negators, quantifiers and modals are none: the other comparisons judge them. */
export function readTerms(text: string): Term[] {
  const terms: Term[] = [];
  const ascii = isAscii(text);
  for (const { 0: piece, index } of text.matchAll(ascii ? ASCII_PIECE : PIECE)) {
    if (!ascii && WITHOUT_SPACES.test(piece)) pushPairs(terms, piece, index);
    else {
      const key = wordKey(piece);
      if (!isEmptyWord(key) && !isPercent(key, text, index))
        terms.push({ key: termKey(key), start: index, end: index + piece.length });
    }
  }
  return terms;
}

/** A word that says nothing of what a sentence is about. */
export function isEmptyWord(key: string): boolean {
  return (
    languagesOf(key).length > 0 ||
    isFunctionWord(key) ||
    isNegator(key) ||
    modalClass(key) !== '' ||
    quantifierClass(key) !== ''
  );
}

/** Pairs of characters; of a lone character itself. Two syllables of Hiragana are mostly grammar and count only where a text has nothing else. */
function pushPairs(terms: Term[], run: string, at: number): void {
  const characters = [...run];
  let start = at;
  if (characters.length === 1 && !HIRAGANA.test(run))
    terms.push({ key: run, start, end: start + run.length });
  for (let i = 0; i + 1 < characters.length; i++) {
    const first = characters[i] as string;
    const pair = first + (characters[i + 1] as string);
    if (!HIRAGANA.test(pair)) terms.push({ key: pair, start, end: start + pair.length });
    start += first.length;
  }
}

/** `39 percent` says no more than `39%`. */
function isPercent(key: string, text: string, at: number): boolean {
  return unitNamed(key) === '%' && /\d\s?$/u.test(text.slice(Math.max(0, at - 2), at));
}

/** A number by its value, however it is written; the stem of a word, of Arabic without the article and the particles written with it. */
function termKey(key: string): string {
  const value = numberOf(key);
  if (value !== undefined) return String(value);
  if (/^\d/.test(key)) return key.replace(/[,'’]/gu, '');
  const bare = key.replace(/^[وفبكل]?ال(?=[\u0621-\u064a]{3})|^[وب](?=[\u0621-\u064a]{4})/u, '');
  return stemOf(bare);
}

/** True where a term stands in one of some texts, inflected at most: long words meet by their first letters. */
export function hasTerm(texts: readonly TermIndex[], { key }: Term): boolean {
  if (texts.some(({ known }) => known.has(key))) return true;
  const root = rootOf(key);
  return root !== null && texts.some(({ roots }) => roots.has(root));
}

/** The first letters of a long key, by which inflected words meet; `null` for a short one. */
export function rootOf(key: string): string | null {
  return key.length < ROOT ? null : key.slice(0, ROOT);
}

const ROOT = 5;

/** Keys of terms, and the first letters of the long ones. */
export interface TermIndex {
  readonly known: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
}

/** Indexes the terms of a text. */
export function indexTerms(terms: readonly Term[]): TermIndex {
  const known = new Set<string>();
  const roots = new Set<string>();
  for (const { key } of terms) {
    known.add(key);
    const root = rootOf(key);
    if (root !== null) roots.add(root);
  }
  return { known, roots };
}
