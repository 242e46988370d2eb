import { CONDITION, traitsOf } from '../tokens/lexicon.ts';
import { readWords } from '../tokens/read-words.ts';
import { hasFiniteWord } from './clause-words.ts';
import type { KnownWords } from './known-words.ts';

/** A shorter span may stand inside anything. */
const LEAST_WORDS = 3;
const LEAST_PAIRS = 6;
/** So many strange words beside the whole span assert something, fewer where they hold a verb. */
const MOST_STRANGE = 2;
const MOST_WITH_VERB = 1;
const MOST_PAIRS = 2;
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{Script=Thai}]/u;
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
    folded ??= fold(text);
    const letters = fold(span);
    if (letters === '' || letters.length >= folded.length || !folded.includes(letters)) continue;
    const places = placesOf(text);
    const at = folded.indexOf(letters);
    const words = known.termsOf(span).length;
    if (words < (UNSPACED.test(span) ? LEAST_PAIRS : LEAST_WORDS)) continue;
    const before = text.slice(0, places[at]);
    const behind = text.slice((places[at + letters.length - 1] as number) + 1);
    if (asserts(before, known) || asserts(behind, known)) return true;
  }
  return false;
}

function asserts(rest: string, known: KnownWords): boolean {
  // Figures are compared by themselves.
  const strange = known
    .termsOf(rest)
    .filter((term) => !term.known && /\p{L}/u.test(rest.slice(term.start, term.end))).length;
  if (strange === 0) return false;
  const [first] = readWords(rest);
  if (first !== undefined && (traitsOf(first.key) & CONDITION) !== 0) return false;
  if (UNSPACED.test(rest)) return strange > MOST_PAIRS;
  return strange > (hasFiniteWord(rest) ? MOST_WITH_VERB : MOST_STRANGE);
}

/** The letters and digits of a text in small letters. */
function fold(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replace(/İ/gu, 'i')
    .toLowerCase();
}

/** Where each unit of a folded text stands. */
function placesOf(text: string): number[] {
  const places: number[] = [];
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{M}\p{N}]/gu))
    for (let i = 0; i < letter.length; i++) places.push(index + i);
  return places;
}
