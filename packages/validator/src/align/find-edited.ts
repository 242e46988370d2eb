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
const MAX_SEEDS = 12;
const MAX_HITS = 24;
const MAX_WINDOWS = 3;
const MIN_SHARE = 0.5;

/**
 * Finds the text that an edited quote was made of: short runs of its words are looked up, the places vote for where the quote
 * would start, and the best windows are aligned token by token. `null` where less than half of the quote stands together.
 */
export function findEdited(prepared: PreparedSource, normal: string): EditedPlace | null {
  const quote = tokensOf(foldCase(normal));
  if (quote.length === 0) return null;
  const text = prepared.folded();
  let best: { score: number; place: TextRange; edits: AlignmentEdit[] } | null = null;
  for (const start of windowStarts(text, foldCase(normal), quote)) {
    const slack = Math.min(400, 24 + (normal.length >> 2));
    const from = wordStart(text, Math.max(0, start - slack));
    const source = tokensOf(text.slice(from, Math.min(text.length, start + normal.length + slack)), from);
    const diff = diffTokens(quote, source);
    if (diff !== null && (best === null || diff.share > best.score)) {
      best = { score: diff.share, place: diff.range, edits: diff.edits };
    }
  }
  if (best === null || best.score < MIN_SHARE) return null;
  const { toOriginal } = prepared.normalised();
  return { place: toOriginal(best.place.start, best.place.end), edits: best.edits };
}

function tokensOf(text: string, shift = 0): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}'])+|[^\s\p{L}\p{N}]/gu,
  )) {
    tokens.push({ text: match[0], start: match.index + shift, end: match.index + shift + match[0].length });
  }
  return tokens;
}

/** Where in `text` the quote may start: places of its rarer runs of tokens, by the weight of those that agree. */
function windowStarts(text: string, quote: string, tokens: readonly Token[]): number[] {
  const votes = new Map<number, number>();
  const bucket = Math.max(32, quote.length >> 2);
  for (const seed of seedsOf(quote, tokens)) {
    const hits: number[] = [];
    let at = text.indexOf(seed.text);
    for (; at !== -1 && hits.length <= MAX_HITS; at = text.indexOf(seed.text, at + 1)) hits.push(at);
    if (hits.length > MAX_HITS) continue;
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

function seedsOf(quote: string, tokens: readonly Token[]): { text: string; start: number }[] {
  const seeds: { text: string; start: number }[] = [];
  const run = 3;
  const step = Math.max(1, Math.ceil((tokens.length - run + 1) / MAX_SEEDS));
  for (let i = 0; i + run <= tokens.length; i += step) {
    const start = (tokens[i] as Token).start;
    seeds.push({ text: quote.slice(start, (tokens[i + run - 1] as Token).end), start });
  }
  const long = tokens.filter((token) => token.text.length > 3).sort((a, b) => b.text.length - a.text.length);
  for (const token of (long.length > 0 ? long : tokens).slice(0, 4))
    seeds.push({ text: token.text, start: token.start });
  return seeds;
}

function wordStart(text: string, at: number): number {
  let i = at;
  while (i > 0 && /[\p{L}\p{N}]/u.test(text.charAt(i - 1)) && at - i < 40) i--;
  return i;
}
