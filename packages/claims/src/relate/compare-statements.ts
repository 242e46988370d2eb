import { type NumberToken, readNumbers } from '@memora/language/numbers';
import { chunksOf, splitWords } from '@memora/language/text';
import { ARTICLES } from '@memora/language/words';

/** Returns the words of a statement in lower case; pairs of characters in scripts without word spaces. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(tokensOf(text));
}

/** Returns the share of words that two statements have in common, from 0 to 1: Jaccard. */
export function shareOfWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/**
 * True if two statements are equal except for articles, marks of code and emphasis, and the full stop or exclamation mark at the end. The second of two such statements is not kept,
 * so each sign counts: -18 is not 18, $500 is not €500, MW is not mW, and team A is not team.
 */
export function saysTheSame(one: string, other: string): boolean {
  return withoutForm(one) === withoutForm(other);
}

/**
 * Returns the words of a statement without articles. They are equal for two statements that say the same, but
 * may also be equal for others.
 */
export function comparedWords(statement: string): string {
  return withoutArticles(tokensOf(withoutMarks(statement)));
}

function withoutArticles(words: readonly string[]): string {
  return words.filter((word) => !ARTICLES.has(word)).join(' ');
}

function tokensOf(text: string): string[] {
  return splitWords(text).flatMap(({ kind, text: run }) => {
    const lower = run.toLowerCase();
    const signs = kind === 'word' || kind === 'symbol' ? [] : Array.from(lower);
    if (signs.length < 2) return [lower];
    return signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
  });
}

/** Marks of code or emphasis around a run of text, outside words: 2*3*4 has none. */
const MARKED = /(?<![\p{L}\p{N}`*])(`+|\*{1,3})(?=[^\s`*])([^`*]*[^\s`*])\1(?![\p{L}\p{N}`*])/gu;

function withoutForm(statement: string): string {
  const text = toOneSpelling(statement.normalize('NFC').trim().replace(MARKED, '$2'));
  const words = text.split(/\s+/u);
  // An article may be missing, but a letter such as A may be a name: only the first word of a statement may begin with a capital.
  const said = words.filter((word, i) => !ARTICLES.has(i === 0 ? word.toLowerCase() : word)).join(' ');
  const [first = ''] = said;
  const end = said.endsWith('.') || said.endsWith('!') ? -1 : undefined;
  return first.toLowerCase() + said.slice(first.length, end);
}

/** Removes the marks of code and emphasis. */
function withoutMarks(text: string): string {
  return toOneSpelling(text.normalize('NFKC').replace(/[`*]+/gu, ''));
}

/** Spells ё as е. */
function toOneSpelling(text: string): string {
  return text.replaceAll('ё', 'е').replaceAll('Ё', 'Е');
}

/** Minimum number of shared words before a differing name or figure: fewer words may be a subject that has several values. */
const LEAST_BEFORE = { name: 4, figure: 2 } as const;
/** A value has at most this many words. */
const LONGEST_VALUE = 3;

/**
 * True if two statements differ only in one figure or name after their subject, so that both can't be true.
 * Statements that differ in other words are left to a reader: they count neither as the same nor as a
 * conflict.
 */
export function differsInValue(statement: string, other: string): boolean {
  const [a, b] = [chunksOf(statement), chunksOf(other)];
  const [x, y] = [a, b].map((words) => words.map((word) => word.toLowerCase())) as [string[], string[]];
  let from = 0;
  while (from < x.length && x[from] === y[from]) from++;
  if (from === x.length && from === y.length) return differsInSign(statement, other);
  let end = 0;
  while (end < Math.min(x.length, y.length) - from && x.at(-1 - end) === y.at(-1 - end)) end++;
  const values = [a.slice(from, a.length - end), b.slice(from, b.length - end)];
  return (
    from >= LEAST_BEFORE[isFigure(values[0]?.[0]) ? 'figure' : 'name'] &&
    from >= end &&
    values.every((value) => value.length > 0 && value.length <= LONGEST_VALUE && value.every(isValue)) &&
    isFigure(values[0]?.[0]) === isFigure(values[1]?.[0]) &&
    !saysSameFigures(...(values.map((value) => value.join(' ')) as [string, string]))
  );
}

/** True for the same digits in another writing of the same numbers: 1.5 and 1,5, 2026-11-30 and 2026/11/30. Versions 1.1 and 1.10 have other digits. */
function saysSameFigures(value: string, other: string): boolean {
  if (digitsOf(value) !== digitsOf(other)) return false;
  const [a, b] = [readNumbers(value), readNumbers(other)];
  return a.length > 0 && a.length === b.length && !a.some((number, i) => isOtherFigure(number, b[i]));
}

/** The digits of a value that otherwise contains only marks; the value itself if it has a letter. */
function digitsOf(value: string): string {
  const signs = [...value];
  // In ASCII order, figures and the marks used in them come before the letters.
  if (signs.some((sign) => sign >= 'A' && sign !== '–')) return value;
  return signs.filter((sign) => sign >= '0' && sign <= '9').join('');
}

/** True if two statements with the same words differ only in the sign or the currency of one figure after their subject: -18 and 18, $500 and €500. */
function differsInSign(statement: string, other: string): boolean {
  const [a, b] = [readNumbers(statement), readNumbers(other)];
  const [at, ...more] = a.flatMap((number, i) => (isOtherFigure(number, b[i]) ? [number.start] : []));
  if (a.length !== b.length || at === undefined || more.length > 0) return false;
  return chunksOf(statement.slice(0, at)).length >= LEAST_BEFORE.figure;
}

/** True for figures of different values, or in different units. A unit that only one of them has may be left out in the other. */
function isOtherFigure(one: NumberToken, other: NumberToken | undefined): boolean {
  if (other === undefined) return false;
  const isOtherUnit = one.unit !== '' && other.unit !== '' && one.unit !== other.unit;
  return isOtherUnit || !one.values.some((value) => other.values.includes(value));
}

function isValue(word: string): boolean {
  return isFigure(word) || /^\p{Lu}/u.test(word);
}

function isFigure(word: string | undefined): boolean {
  return /^\p{N}/u.test(word ?? '');
}
