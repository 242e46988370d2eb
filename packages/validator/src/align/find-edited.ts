import type { TextRange } from '@memora/language/sentences';
import type { AlignmentEdit } from '../contract/alignment.ts';
import { WORDLIKE } from '../statements/wordlike.ts';
import { diffTokens, type Token } from './diff-tokens.ts';
import { foldCase, type PreparedSource } from './prepare-source.ts';

/** The place in the source that is most similar to a quote, with the differences. */
export interface EditedPlace {
  readonly place: TextRange;
  readonly edits: readonly AlignmentEdit[];
}

/**
 * Limits: the number of seeds searched, of places per seed, and of windows compared; and the minimum share of
 * the quote's tokens.
 */
const MAX_SEEDS = 6;
const MAX_HITS = 24;
const MAX_WINDOWS = 3;
const MIN_SHARE = 0.5;

/**
 * Finds the text that an edited quote was made from. Short runs of its words are searched, their places vote for the start, and the best windows are
 * aligned token by token. `null` if less than half of the quote occurs together.
 */
export function findEdited(prepared: PreparedSource, normal: string): EditedPlace | null {
  const folded = foldCase(normal);
  const { text, toOriginal } = prepared.normalised();
  const toSource = ({ start, end }: TextRange) => toOriginal(start, end);
  return findInWindows(normal, windowStarts(prepared.folded(), folded, tokensOf(folded)), (start) => {
    const { from, to } = windowAt(text, normal, start);
    return { text: text.slice(from, to), from, toSource };
  });
}

/** A stretch of normalised text that a quote may come from. */
interface Window {
  readonly text: string;
  /** Its start in the text whose ranges `toSource` accepts. */
  readonly from: number;
  readonly toSource: (range: TextRange) => TextRange;
}

/** Aligns the windows at `starts` token by token and returns the best. */
export function findInWindows(
  normal: string,
  starts: readonly number[],
  windowOf: (start: number) => Window,
): EditedPlace | null {
  const quote = tokensOf(foldCase(normal));
  let best: (EditedPlace & { readonly share: number }) | null = null;
  for (const start of starts) {
    const { text, from, toSource } = windowOf(start);
    const diff = diffTokens(quote, tokensOf(foldCase(text), from));
    if (diff === null || diff.share < MIN_SHARE || diff.share <= (best?.share ?? 0)) continue;
    best = { share: diff.share, place: toSource(diff.range), edits: diff.edits };
  }
  return best;
}

function windowAt(text: string, normal: string, start: number): { from: number; to: number } {
  const slack = Math.min(400, 24 + (normal.length >> 2));
  return {
    from: wordStart(text, Math.max(0, start - slack)),
    to: Math.min(text.length, start + normal.length + slack),
  };
}

const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/u;
const WORD_OR_SIGN = /[\p{L}\p{M}\p{N}']+|[^\s\p{L}\p{N}]/gu;

/** Returns words and signs, or single characters in scripts without spaces. */
export function tokensOf(text: string, shift = 0): Token[] {
  const tokens: Token[] = [];
  for (const { 0: found, index } of text.matchAll(WORD_OR_SIGN)) {
    if (UNSPACED.test(found)) {
      let at = index + shift;
      for (const character of found) {
        tokens.push({ text: character, start: at, end: at + character.length });
        at += character.length;
      }
    } else tokens.push({ text: found, start: index + shift, end: index + shift + found.length });
  }
  return tokens;
}

/** Returns where in `text` the quote may start: the places of its rarer token runs, weighted by how many agree. */
export function windowStarts(text: string, quote: string, tokens: readonly Token[]): number[] {
  const votes = new Map<number, number>();
  const bucket = Math.max(32, quote.length >> 2);
  const seeds = seedsOf(quote, tokens);
  for (const seed of seeds) {
    const hits = findHits(text, seed.text);
    const [only = 0] = hits;
    if (
      hits.length === 1 &&
      seed.run &&
      seeds.some((other) => standsBeside(text, only - seed.start, seed, other, bucket))
    )
      return [Math.max(0, only - seed.start)];
    for (const hit of hits) {
      const slot = Math.round((hit - seed.start) / bucket);
      votes.set(slot, (votes.get(slot) ?? 0) + seed.text.length / hits.length);
    }
  }
  return [...votes]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MAX_WINDOWS)
    .map(([slot]) => Math.max(0, slot * bucket));
}

/** True if another run is at the expected distance from one that occurs once in the source: the quote comes from there. */
function standsBeside(text: string, start: number, seed: Seed, other: Seed, bucket: number): boolean {
  if (other === seed || !other.run) return false;
  const at = start + other.start;
  return text.slice(Math.max(0, at - bucket), at + other.text.length + bucket).includes(other.text);
}

/** Returns every place of a seed, or none if there are too many to be useful. */
function findHits(text: string, seed: string): number[] {
  const hits: number[] = [];
  for (let at = text.indexOf(seed); at !== -1; at = text.indexOf(seed, at + 1)) {
    hits.push(at);
    if (hits.length > MAX_HITS) return [];
  }
  return hits;
}

interface Seed {
  readonly text: string;
  /** Its start in the quote. */
  readonly start: number;
  /** True for several tokens, so that a single match is no coincidence. */
  readonly run: boolean;
}

/** Returns runs of three tokens spread over the quote, longest first, then its longest words. */
function seedsOf(quote: string, tokens: readonly Token[]): Seed[] {
  const seeds: Seed[] = [];
  const size = tokens.some(({ text }) => UNSPACED.test(text)) ? 4 : 3;
  const step = Math.max(1, Math.ceil((tokens.length - size + 1) / MAX_SEEDS));
  for (let i = 0; i + size <= tokens.length; i += step) {
    const start = (tokens[i] as Token).start;
    const text = quote.slice(start, (tokens[i + size - 1] as Token).end);
    // Runs of only figures or capitals occur in many places.
    seeds.push({ text, start, run: /[\p{Ll}\p{Lo}]{3}/u.test(text) });
  }
  seeds.sort((a, b) => b.text.length - a.text.length);
  const long = tokens.filter((token) => token.text.length > 3).sort((a, b) => b.text.length - a.text.length);
  for (const token of (long.length > 0 ? long : tokens).slice(0, 3)) {
    seeds.push({ text: token.text, start: token.start, run: false });
  }
  return seeds;
}

function wordStart(text: string, at: number): number {
  let i = at;
  while (i > 0 && WORDLIKE.test(text.charAt(i - 1)) && at - i < 40) i--;
  return i;
}
