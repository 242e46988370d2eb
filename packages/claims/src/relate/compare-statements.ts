import { chunksOf, splitWords } from '@memora/language/text';
import { ARTICLES } from '@memora/language/words';

/** Above this share of words two statements may be the same. */
const CANDIDATE = 0.7;

/** The words of a statement, in small letters; pairs of signs where words are not parted. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(tokensOf(text));
}

/** How much of their words two statements share, from 0 to 1: Jaccard. */
export function shareOfWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/**
 * True where two statements are the same in the same words and in their order, but for marks and articles. Sharing words makes two statements near, not the
 * same: a word, a figure or an order that differs makes them two, and whoever saved the second is asked about the first.
 */
export function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [tokensOf(withoutMarks(one)), tokensOf(withoutMarks(other))];
  if (shareOfWords(new Set(a), new Set(b)) <= CANDIDATE) return false;
  const [x, y] = [a, b].map((words) => words.filter((word) => !ARTICLES.has(word))) as [string[], string[]];
  // An article may be left out; one in another's place is another thing: team A and team B.
  if (a.length === b.length && a.join(' ') !== b.join(' ')) return false;
  return x.join(' ') === y.join(' ');
}

function tokensOf(text: string): string[] {
  return splitWords(text).flatMap(({ kind, text: run }) => {
    const lower = run.toLowerCase();
    const signs = kind === 'word' || kind === 'symbol' ? [] : Array.from(lower);
    if (signs.length < 2) return [lower];
    return signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
  });
}

/** Without the marks of code and emphasis, and in the spelling without ё. */
function withoutMarks(text: string): string {
  return text.normalize('NFKC').replace(/[`*]+/gu, '').replace(/ё/gu, 'е').replace(/Ё/gu, 'Е');
}

/** This many words stand before a name or a figure at least, the same in both: fewer name a subject, which may have several. */
const LEAST_BEFORE = { name: 4, figure: 2 } as const;
/** A value has no more words. */
const LONGEST_VALUE = 3;

/**
 * True where two statements are the same word for word but for one figure or name behind the thing that it is said of, so that both can't hold. What differs in
 * other words is for a reader: it is neither the same nor a conflict here.
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
