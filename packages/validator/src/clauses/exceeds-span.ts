import { lettersOf } from '../reading/letters-of.ts';
import { CONDITION, HEDGE, traitsOf } from '../words/lexicon.ts';
import { readWords, wordKey } from '../words/read-words.ts';
import { UNSPACED } from '../words/unspaced.ts';
import type { KnownWords } from './known-words.ts';

/** A shorter span may stand inside anything. */
const LEAST_WORDS = 3;
const LEAST_PAIRS = 6;
const LEAST_CHARACTERS = 12;
/** `Soldiers section of the website for further details` has few words of content. */
const LEAST_LETTERS = 30;
/** More strange words than this beside the whole span assert something. */
const MOST_STRANGE = 1;
const MOST_PAIRS = 2;
/** This many letters of the span on each side of what was put into it. */
const LEAST_SIDE = 4;
/** `Tea sadly is hot` */
const SHORT_SIDE = 2;
/** Marks and spaces of a span that has no more letters than the text. */
const MOST_MARKUP = 2;

/**
 * True where a statement has a whole cited span word for word, and beside it words that the evidence has not: nothing is left in the span that
 * they could say in another way, whatever words they share with it.
 */
export function exceedsSpan(text: string, spans: readonly string[], known: KnownWords): boolean {
  let folded: string | undefined;
  for (const span of spans) {
    if (span.length > text.length * MOST_MARKUP) continue;
    folded ??= lettersOf(text);
    const letters = lettersOf(span);
    if (letters === '' || letters.length >= folded.length) continue;
    const isLong = UNSPACED.test(span)
      ? letters.length >= LEAST_CHARACTERS || known.termsOf(span).length >= LEAST_PAIRS
      : letters.length >= LEAST_LETTERS || known.termsOf(span).length >= LEAST_WORDS;
    if (!isLong && known.termsOf(span).length === 0) continue;
    const says = (rest: string) => (isLong && asserts(rest, known)) || isComment(rest, known);
    const at = folded.indexOf(letters);
    if (at === -1) {
      const inserted = findInserted(folded, letters, LEAST_SIDE) ?? findInserted(folded, letters, SHORT_SIDE);
      if (inserted === null) continue;
      const places = placesOf(text);
      let { start, end } = inserted;
      // The letters that both ends share may belong to either: a word begins with its own.
      while (
        start > 0 &&
        folded[start - 1] === folded[end - 1] &&
        !startsWord(text, places[start] as number)
      ) {
        start--;
        end--;
      }
      // A piece of a word is not put into anything.
      if (isInWord(text, places[start] as number)) continue;
      if (says(text.slice(places[start], places[end]))) return true;
      continue;
    }
    const places = placesOf(text);
    const before = text.slice(0, places[at]);
    const behind = text.slice((places[at + letters.length - 1] as number) + 1);
    if (says(before) || says(behind)) return true;
  }
  return false;
}

/** True where one cell is a whole span and the others say what the evidence has not, however short the span is. */
export function exceedsInCells(
  cells: readonly string[],
  spans: readonly string[],
  known: KnownWords,
): boolean {
  const whole = new Set(spans.map(lettersOf));
  const others = cells.filter((cell) => !whole.has(lettersOf(cell)));
  return others.length < cells.length && others.some((cell) => asserts(cell, known));
}

/** What was put into a span that stands there in two pieces, in units of the folded text; `null` where it does not. */
function findInserted(folded: string, letters: string, side: number): { start: number; end: number } | null {
  const start = folded.indexOf(letters.slice(0, side));
  const end = folded.lastIndexOf(letters.slice(-side)) + side;
  if (start === -1 || end - start <= letters.length) return null;
  let head = 0;
  while (head < letters.length && folded[start + head] === letters[head]) head++;
  let tail = 0;
  while (tail < letters.length - head && folded[end - 1 - tail] === letters.at(-1 - tail)) tail++;
  return head + tail < letters.length ? null : { start: start + head, end: end - tail };
}

function startsWord(text: string, at: number): boolean {
  return !/[\p{L}\p{M}\p{N}]/u.test(text[at - 1] ?? ' ');
}

function isInWord(text: string, at: number): boolean {
  return /[\p{Lu}\p{Ll}]/u.test(text[at - 1] ?? ' ') && /[\p{Lu}\p{Ll}]/u.test(text[at] as string);
}

/** What parts a statement of its own from the span: a condition goes on without it. */
const PARTED = /[^\p{L}\p{M}\p{N}\s,，、،'"’”*_][\s*_'"’”]*$/u;
/** Ends a condition: `If it rains, …`. */
const COMMA = /[,，、،](?=[\s\p{Lo}])/u;

/** True where words beside a whole span say something that the evidence has not. */
export function asserts(rest: string, known: KnownWords): boolean {
  // Figures are compared by themselves.
  const strange = known
    .termsOf(rest)
    .filter((term) => !term.known && /\p{L}/u.test(rest.slice(term.start, term.end))).length;
  if (strange === 0) return false;
  const [first] = readWords(rest);
  if (first !== undefined && (traitsOf(first.key) & CONDITION) !== 0 && !PARTED.test(rest)) {
    // `If it rains, everybody cheats and tea is hot`: what follows the condition is none.
    const end = rest.slice(first.end).search(COMMA);
    return end !== -1 && asserts(rest.slice(first.end + end + 1), known);
  }
  return strange > (UNSPACED.test(rest) ? MOST_PAIRS : MOST_STRANGE);
}

/** `Sadly Drift …`, `…, unfortunately`: one word beside a whole span that says what to think of it. */
function isComment(rest: string, known: KnownWords): boolean {
  const words = rest.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.length <= 2 && words.some(isAttitude) && known.termsOf(rest).some((term) => !term.known);
}

function isAttitude(word: string): boolean {
  return ADVERB.test(word) && !NEUTRAL.test(word) && (traitsOf(wordKey(word)) & HEDGE) === 0;
}

/** Tell of the time, the order or the usual, and judge nothing. */
const NEUTRAL =
  /^(?:(?:current|present|actual|general|usual|normal|typical|additional|final|similar|recent|main|on|ear|dai|week|month|year|former|previous|original|initial|exact)ly|(?:normaler|üblicher|beispiels|teil)weise|(?:actual|general|normal|attual|atual|final|actuelle|générale)e?mente?)$/iu;

/** The forms of adverbs, and those of regret and relief that have none. */
const ADVERB =
  /(?:.ly|weise|mente|ement)$|^(?:leider|gottlob|hélas|ojalá|purtroppo|infelizmente|helaas|увы|жаль|печально|позорно|стыдно|maalesef|utanmadan|للأسف|안타깝게도|부끄럽게도|슬프게도|残念ながら|幸い|可惜|遗憾|遺憾|不幸|दुर्भाग्य)$/iu;

/** Where each unit of a folded text stands. */
function placesOf(text: string): number[] {
  const places: number[] = [];
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{M}\p{N}]/gu))
    for (let i = 0; i < letter.length; i++) places.push(index + i);
  return places;
}
