import { chunksOf } from '@memora/language/text';

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
