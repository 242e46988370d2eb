import { splitWords } from '@memora/language/text';
import { ARTICLES, CONJUNCTIONS } from '@memora/language/words';
import { checkCriticalTokens, checkDrift } from '@memora/validator/guard';
import { tokensOf, toPlain } from './align-statements.ts';

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
 * value or the order that differs makes them two, and so does a word that the one has, or has more often, and the other has not: oat coffee is no coffee.
 * An article may be left out; one in another's place is another thing: team A and team B.
 */
export function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [withoutMarks(one), withoutMarks(other)];
  const [x, y] = [wordsOf(a), wordsOf(b)];
  if (shareOfWords(x, y) <= CANDIDATE) return false;
  if (hasOwn(x, y) || hasOwn(y, x)) return false;
  const [ownOfOne, ownOfOther] = [ownShort(x, y), ownShort(y, x)];
  if (ownOfOne.length > 0 && ownOfOther.length > 0) return false;
  if (![...ownOfOne, ...ownOfOther].every((word) => ARTICLES.has(word))) return false;
  const [all, others] = [a, b].map((text) => tokensOf(toPlain(text)).filter((word) => !ARTICLES.has(word)));
  if (
    saysOneMoreOften(all as string[], others as string[]) ||
    areExchanged(all as string[], others as string[])
  )
    return false;
  return agrees(a, b) && agrees(b, a);
}

/** Without the marks of code and emphasis, without commas where words are not parted, in the spelling without ё, and without what is said to the memory behind the statement. */
function withoutMarks(text: string): string {
  return text
    .replace(/[`*]+/gu, '')
    .replace(/(?<=\p{Lo})[、，]\s*(?=\p{Lo})/gu, '')
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

/** The short words that the one has and the other has not; pairs of signs are some. */
function ownShort(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...a].filter((word) => word.length < 4 && /[\p{L}\p{N}]/u.test(word) && !b.has(word));
}

/** "The train to Ghent leaves from platform two" and "The train from Ghent leaves from platform two". */
function saysOneMoreOften(a: readonly string[], b: readonly string[]): boolean {
  const count = (all: readonly string[], word: string) => all.filter((each) => each === word).length;
  return [...new Set(a)].some((word) => b.includes(word) && count(a, word) !== count(b, word));
}

/** The same words, where what stands before a word and what stands behind it changed places: "Le chat poursuit la souris" and "La souris poursuit le chat". */
function areExchanged(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let end = a.length;
  while (end > from && a[end - 1] === b[end - 1]) end--;
  const [x, y] = [a.slice(from, end), b.slice(from, end)];
  // What is in another order for so long is not looked through.
  if (x.length > LONGEST_TURNED) return true;
  for (let head = 1; head < x.length - 1; head++)
    for (let tail = 1; tail < x.length - head; tail++) {
      const between = x.slice(head, -tail);
      if (between.every((word) => CONJUNCTIONS.has(word))) continue;
      const turned = [...x.slice(-tail), ...between, ...x.slice(0, head)];
      if (turned.every((word, i) => word === y[i])) return true;
    }
  return false;
}

/** In words. */
const LONGEST_TURNED = 30;

function stem(word: string): string {
  return word.length < 5 ? word : word.slice(0, Math.max(4, word.length - 2));
}
