import { CONDITION, traitsOf } from '../words/lexicon.ts';
import { readWords } from '../words/read-words.ts';
import { UNSPACED } from '../words/unspaced.ts';
import { hasFiniteWord } from './clause-words.ts';
import type { KnownTerm, KnownWords } from './known-words.ts';

/** This many strange words side by side say something of their own, or this many pairs of characters. */
const STRANGERS = 2;
const STRANGE_PAIRS = 4;
/** What stands before only embeds the evidence: `it is an open question whether`. */
const THAT = /(?<!\p{L})(?:that|whether|if|dass|ob|que|qu|si|che|se|dat|of|что|ли|أن|कि)(?!\p{L})/iu;
const DETERMINER =
  /^\s*(?:(?:in|for|of|with|from|by|on|at|to|through|during|using|after|before)\s+)?(?:this|that|these|those|all|many|most|there is)\s/iu;
/** As much of the evidence stands in the other words: there is nothing left that the strange ones could restate. */
const USED_UP = 0.9;

/**
 * True where words that no mark parts from the rest assert something else: `everybody was delighted Tea is hot`, `Drift uses Rust to save
 * money`. The rest is the evidence itself, so that a stretch without one word of it is no paraphrase.
 */
export function hasStranger(text: string, known: KnownWords, isVerbatim: (text: string) => boolean): boolean {
  const isUsedUp = (rest: string) => known.useUp(rest) >= USED_UP;
  const terms = known.termsOf(text);
  const first = terms.findIndex((term) => term.known);
  const last = terms.findLastIndex((term) => term.known);
  if (first === -1 || terms.every((term) => term.known)) return false;
  const inner = terms.slice(first, last).filter((term) => !term.known);
  if (inner.length > 0)
    return first === 0 && last === terms.length - 1 && isInserted(text, terms, isVerbatim, isUsedUp);
  const before = text.slice(0, terms[first - 1]?.end ?? 0);
  const behind = last === terms.length - 1 ? '' : text.slice((terms[last] as KnownTerm).end);
  const embeds = THAT.test(text.slice(terms[first - 1]?.start, terms[first]?.start));
  if (!(embeds ? first >= STRANGERS : asserts(before, first)) && !asserts(behind, terms.length - 1 - last))
    return false;
  return isUsedUp(text.slice(terms[first]?.start, terms[last]?.end));
}

/** `Tea everybody loves is hot`: words put into a sentence that stands in the evidence without them. */
function isInserted(
  text: string,
  terms: readonly KnownTerm[],
  isVerbatim: (text: string) => boolean,
  isUsedUp: (text: string) => boolean,
): boolean {
  const from = terms.findIndex((term) => !term.known);
  const to = terms.findLastIndex((term) => !term.known) + 1;
  if (terms.slice(from, to).some((term) => term.known)) return false;
  // The words of grammar before and behind belong to what was put in, or to the rest.
  const starts = edges(text, terms[from - 1]?.end ?? 0, terms[from]?.start ?? 0);
  const ends = edges(text, terms[to - 1]?.end ?? 0, terms[to]?.start ?? text.length);
  for (const start of starts) {
    for (const end of ends) {
      if (!isVerbatim(`${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`)) continue;
      return asserts(text.slice(start, end), to - from) && isUsedUp(text.slice(0, start) + text.slice(end));
    }
  }
  return false;
}

/** Where a stretch between two words may begin or end: at each of its spaces. */
function edges(text: string, from: number, to: number): number[] {
  const places = [from];
  for (let i = from; i < to && places.length < 8; i++) if (text[i] === ' ') places.push(i + 1);
  return places;
}

function asserts(run: string, strangers: number): boolean {
  if (strangers === 0 || isCondition(run)) return false;
  if (UNSPACED.test(run)) return strangers >= STRANGE_PAIRS;
  // `In this investigation` in the place of `in this study`.
  return strangers >= STRANGERS || hasFiniteWord(run.replace(DETERMINER, ''));
}

/** A condition behind the evidence says less than it. */
function isCondition(run: string): boolean {
  const [first] = readWords(run);
  return first !== undefined && (traitsOf(first.key) & CONDITION) !== 0;
}
