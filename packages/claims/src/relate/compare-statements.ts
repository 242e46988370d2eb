import { chunksOf, splitWords } from '@memora/language/text';
import { ARTICLES } from '@memora/language/words';

/** Two statements that share more than this part of their words may be the same. */
const CANDIDATE = 0.7;

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
 * True if two statements have the same words in the same order, except for marks and articles. Shared words alone do not make two statements the same: a
 * different word, figure or order makes them two, and the person who saved the second is asked about the first.
 */
export function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [tokensOf(withoutMarks(one)), tokensOf(withoutMarks(other))];
  if (shareOfWords(new Set(a), new Set(b)) <= CANDIDATE) return false;
  // An article may be missing, but a different letter in its place matters: team A and team B.
  if (a.length === b.length && a.join(' ') !== b.join(' ')) return false;
  return withoutArticles(a) === withoutArticles(b);
}

/** Returns what {@link saysTheSame} compares last: two statements that say the same have it in common. Others may have it in common too. */
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

/** Removes the marks of code and emphasis, and spells ё as е. */
function withoutMarks(text: string): string {
  return text.normalize('NFKC').replace(/[`*]+/gu, '').replace(/ё/gu, 'е').replace(/Ё/gu, 'Е');
}

/** Minimum number of shared words before a differing name or figure: fewer words may be a subject that has several values. */
const LEAST_BEFORE = { name: 4, figure: 2 } as const;
/** A value has at most this many words. */
const LONGEST_VALUE = 3;

/**
 * True if two statements differ only in one figure or name after their subject, so that both can't be true. Statements that differ in other words are left to a
 * reader: neither the same nor a conflict.
 */
export function differsInValue(statement: string, other: string): boolean {
  const [a, b] = [chunksOf(statement), chunksOf(other)];
  const [x, y] = [a, b].map((words) => words.map((word) => word.toLowerCase())) as [string[], string[]];
  let from = 0;
  while (from < x.length && x[from] === y[from]) from++;
  let end = 0;
  while (end < Math.min(x.length, y.length) - from && x.at(-1 - end) === y.at(-1 - end)) end++;
  const values = [a.slice(from, a.length - end), b.slice(from, b.length - end)];
  return (
    from >= LEAST_BEFORE[isFigure(values[0]?.[0]) ? 'figure' : 'name'] &&
    from >= end &&
    values.every((value) => value.length > 0 && value.length <= LONGEST_VALUE && value.every(isValue)) &&
    isFigure(values[0]?.[0]) === isFigure(values[1]?.[0])
  );
}

function isValue(word: string): boolean {
  return isFigure(word) || /^\p{Lu}/u.test(word);
}

function isFigure(word: string | undefined): boolean {
  return /^\p{N}/u.test(word ?? '');
}
