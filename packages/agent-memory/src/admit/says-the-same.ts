import { splitWords } from '@memora/language/text';
import { checkCriticalTokens, checkDrift } from '@memora/validator/guard';

/** From here on two statements may be the same; what they say decides. */
const CANDIDATE = 0.7;

/** The words of a statement, in small letters; pairs of signs where words are not parted. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { kind, text: run } of splitWords(text)) {
    const lower = run.toLowerCase();
    const signs = kind === 'word' || kind === 'symbol' ? [] : Array.from(lower);
    if (signs.length < 2) words.add(lower);
    else for (let i = 1; i < signs.length; i++) words.add(`${signs[i - 1]}${signs[i]}`);
  }
  return words;
}

/** How much of their words two statements share, from 0 to 1. */
export function shareOfWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/**
 * True where two statements are the same in nearly the same words. Sharing words makes them candidates only: a figure, a negation, a name, a quoted
 * value or the order that differs makes them two, and so does a word that the one has and the other has not. A short word may be left out ("the", "to"); one
 * in another's place is another thing: team A and team B, on and off, 茶 and 酒.
 */
export function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [withoutMarks(one), withoutMarks(other)];
  const [x, y] = [wordsOf(a), wordsOf(b)];
  if (shareOfWords(x, y) <= CANDIDATE) return false;
  if (hasOwn(x, y) || hasOwn(y, x)) return false;
  if (hasOwnShort(x, y) && hasOwnShort(y, x)) return false;
  return agrees(a, b) && agrees(b, a);
}

/** Without the marks of code and emphasis, in the spelling without ё, and without what is said to the memory behind the statement. */
function withoutMarks(text: string): string {
  return text
    .replace(/[`*]+/gu, '')
    .replace(/ё/gu, 'е')
    .replace(/Ё/gu, 'Е')
    .replace(/,? (?:please )?remember(?: (?:this|that))?(?=[.!]?$)/iu, '');
}

function agrees(statement: string, evidence: string): boolean {
  return checkCriticalTokens(statement, evidence).ok && checkDrift(statement, [evidence]).length === 0;
}

/** True where the one has a word of four letters or more, or a figure, that the other has not, in any form of it. */
function hasOwn(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const others = [...b];
  return [...a].some((word) => {
    if (b.has(word) || (word.length < 4 && !/\p{N}/u.test(word))) return false;
    return !others.some((other) => Math.abs(other.length - word.length) <= 2 && stem(other) === stem(word));
  });
}

/** True where the one has a short word that the other has not; a pair of signs is one. */
function hasOwnShort(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((word) => word.length < 4 && /[\p{L}\p{N}]/u.test(word) && !b.has(word));
}

function stem(word: string): string {
  return word.length < 5 ? word : word.slice(0, Math.max(4, word.length - 2));
}
