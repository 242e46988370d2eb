import type { TextRange } from '@memora/core';
import type { AlignmentEdit } from './alignment.ts';
import { diffTokens, type Token } from './diff-tokens.ts';
import { foldCase, type PreparedSource } from './prepare-source.ts';

/** The place of the source that is most like a quote, and what differs. */
export interface EditedPlace {
  readonly place: TextRange;
  readonly edits: readonly AlignmentEdit[];
}

/** Seeds looked up, places kept for each, windows compared, and the share of the quote's tokens that must stand there. */
const MAX_SEEDS = 6;
const MAX_HITS = 24;
const MAX_WINDOWS = 3;
const MIN_SHARE = 0.5;
/** Runs that stand once in the source and at one distance from each other: then the quote was taken from there. */
const MIN_AGREEING = 2;

/**
 * Finds the text that an edited quote was made of: short runs of its words are looked up, the places vote for where the quote
 * would start, and the best windows are aligned token by token. `null` where less than half of the quote stands together.
 */
export function findEdited(prepared: PreparedSource, normal: string): EditedPlace | null {
  const folded = foldCase(normal);
  const quote = tokensOf(folded);
  if (quote.length === 0) return null;
  const { text, toOriginal } = prepared.normalised();
  const starts = windowStarts(prepared.folded(), folded, quote);
  let best: { score: number; place: TextRange; edits: AlignmentEdit[] } | null = null;
  for (const start of starts) {
    const { from, to } = windowAt(text, normal, start);
    const diff = diffTokens(quote, tokensOf(foldCase(text.slice(from, to)), from));
    if (diff !== null && (best === null || diff.share > best.score)) {
      best = { score: diff.share, place: diff.range, edits: diff.edits };
    }
  }
  if (best === null || best.score < MIN_SHARE) return null;
  return { place: toOriginal(best.place.start, best.place.end), edits: best.edits };
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

/** Words and signs; single characters in scripts without spaces. */
function tokensOf(text: string, shift = 0): Token[] {
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

/** Where in `text` the quote may start: places of its rarer runs of tokens, by the weight of those that agree. */
function windowStarts(text: string, quote: string, tokens: readonly Token[]): number[] {
  const votes = new Map<number, number>();
  const sureSlots: number[] = [];
  const bucket = Math.max(32, quote.length >> 2);
  let sure = false;
  for (const seed of seedsOf(quote, tokens)) {
    const hits = findHits(text, seed.text);
    for (const hit of hits) {
      const slot = Math.round((hit - seed.start) / bucket);
      votes.set(slot, (votes.get(slot) ?? 0) + seed.text.length / hits.length);
      if (hits.length === 1 && seed.run) {
        sure = sureSlots.filter((other) => Math.abs(other - slot) <= 1).length >= MIN_AGREEING - 1;
        sureSlots.push(slot);
      }
    }
    if (sure) break;
  }
  if (sure) return [Math.max(0, (sureSlots.at(-1) as number) * bucket)];
  return [...votes]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MAX_WINDOWS)
    .map(([slot]) => Math.max(0, slot * bucket));
}

/** Every place of a seed, none where there are too many to tell anything. */
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
  /** Where it starts in the quote. */
  readonly start: number;
  /** Several tokens, so that one place is no accident. */
  readonly run: boolean;
}

/** Runs of three tokens spread over the quote, longest first, then its longest words. */
function seedsOf(quote: string, tokens: readonly Token[]): Seed[] {
  const seeds: Seed[] = [];
  const size = tokens.some(({ text }) => UNSPACED.test(text)) ? 4 : 3;
  const step = Math.max(1, Math.ceil((tokens.length - size + 1) / MAX_SEEDS));
  for (let i = 0; i + size <= tokens.length; i += step) {
    const start = (tokens[i] as Token).start;
    const text = quote.slice(start, (tokens[i + size - 1] as Token).end);
    // Figures and capitals alone stand in many places.
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
  while (i > 0 && /[\p{L}\p{N}]/u.test(text.charAt(i - 1)) && at - i < 40) i--;
  return i;
}
