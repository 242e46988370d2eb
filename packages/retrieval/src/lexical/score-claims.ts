import type { Coverage, ScoredKey } from '../retrieve/leg.ts';
import { WEIGHTS } from '../weights.ts';
import type { LexicalParameters } from './lexical-parameters.ts';
import type { ClaimPlace } from './passages/passage-rows.ts';
import type { ScoredPassage } from './passages/score-passages.ts';
import type { FoundTerm, QuestionReading } from './question-reading.ts';
import type { TermHit } from './term-finder.ts';

/** A claim with its score for a question. Its coverage is computed on request, because most claims that are found are not shown. */
export interface ScoredClaim extends ScoredKey {
  /** True if its passage contains only misspellings of the question's words. */
  readonly onlyTypos: boolean;
  readonly covers: Coverage;
}

/** A word of the question, and how well a claim matches it. */
export interface AskedWord {
  readonly word: string;
  /** Its share of the question by rarity; the shares of all words add up to 1. */
  readonly share: number;
  /** 0–1: in the claim or in its title and headings; a match next to the claim counts half. */
  readonly held: number;
}

/**
 * Scores the claims of a passage. Each gets the passage's score, reduced if it and its neighbours contain fewer of the question's words than the
 * best claim. Neighbours count because an answer follows its question.
 */
export function scoreClaims(
  passage: ScoredPassage,
  score: number,
  claims: readonly ClaimPlace[],
  reading: QuestionReading,
): ScoredClaim[] {
  const { ownShare, claimWindow, bestClaim } = reading.parameters;
  const ordered = claims.length < 2 ? claims : claims.toSorted((a, b) => a.first - b.first || a.end - b.end);
  const owns = ordered.map((place) => ownWords(passage, place, reading));
  // Computed over all of its words: if part of a passage is hidden, the best claim may be in the hidden part.
  let best = worthOf(passage.count.inside, passage, reading);
  const worths = owns.map((_, i) => {
    const worth = worthOf(windowOf(owns, i, claimWindow), passage, reading);
    if (worth > best) best = worth;
    return worth;
  });
  const held = owns.reduce((most, own) => Math.max(most, rarityOf(own, reading)), 0);
  return ordered.map((place, i) => ({
    key: place.key,
    score: (score + bestClaim * held) * (1 - ownShare * (best > 0 ? 1 - (worths[i] as number) / best : 0)),
    onlyTypos: passage.onlyTypos,
    covers: new LazyCoverage(passage, place, reading),
  }));
}

/** Sums the rarity of a claim's words. */
function rarityOf(words: readonly number[], { rarity }: QuestionReading): number {
  let sum = 0;
  for (let i = 0; i < rarity.length; i++) sum += (rarity[i] ?? 0) * (words[i] ?? 0);
  return sum;
}

/** Returns the words of a claim, with those of its neighbours weighted by the window. */
function windowOf(
  owns: readonly (readonly number[])[],
  at: number,
  window: LexicalParameters['claimWindow'],
): readonly number[] {
  const own = owns[at] as readonly number[];
  if (owns.length === 1) return own;
  const held = own.slice();
  for (let step = 0; step < window.length; step++) {
    const other = owns[at + step - 2];
    const share = window[step] as number;
    if (other === undefined || other === own || share === 0) continue;
    for (let i = 0; i < held.length; i++) {
      const weight = share * (other[i] ?? 0);
      if (weight > (held[i] as number)) held[i] = weight;
    }
  }
  return held;
}

class LazyCoverage implements Coverage {
  private readonly passage: ScoredPassage;
  private readonly place: ClaimPlace;
  private readonly reading: QuestionReading;
  private known: { readonly own: readonly number[]; readonly covered: readonly number[] } | null = null;

  constructor(passage: ScoredPassage, place: ClaimPlace, reading: QuestionReading) {
    this.passage = passage;
    this.place = place;
    this.reading = reading;
  }

  private held() {
    if (this.known === null) {
      const own = ownWords(this.passage, this.place, this.reading);
      this.known = { own, covered: coverWith(this.passage, own) };
    }
    return this.known;
  }

  get coverage(): number {
    return coverageOf(this.held().covered, this.reading.asked);
  }

  get ownCoverage(): number {
    return coverageOf(this.held().own, this.reading.asked);
  }

  words(): readonly AskedWord[] {
    return wordsIn(this.held().covered, this.reading);
  }
}

function ownWords(
  passage: ScoredPassage,
  { first, end }: ClaimPlace,
  reading: QuestionReading,
): readonly number[] {
  const { hits } = passage.count;
  if (hits.length === 0) return reading.noughts;
  const covered = reading.noughts.slice();
  for (let h = 0; h < hits.length; h++) {
    const hit = hits[h] as TermHit;
    if (hit.at < first || hit.at >= end) continue;
    for (let i = 0; i < hit.found.length; i++) {
      const term = hit.found[i] as FoundTerm;
      if (term.weight > (covered[term.position] ?? 0)) covered[term.position] = term.weight;
    }
  }
  return covered;
}

/** A title applies to every claim of its passage, so a claim gains little by repeating it. */
function worthOf(
  words: readonly number[],
  { count }: ScoredPassage,
  { rarity, parameters }: QuestionReading,
): number {
  let sum = 0;
  for (let i = 0; i < rarity.length; i++) {
    const own = words[i] ?? 0;
    sum += (rarity[i] ?? 0) * (Math.max(own, count.over[i] ?? 0) + parameters.repeated * own);
  }
  return sum;
}

/** Combines a claim's own words and those of its title; neighbouring words count half. */
function coverWith({ count }: ScoredPassage, own: readonly number[]): readonly number[] {
  const covered = own.slice();
  for (let i = 0; i < covered.length; i++) {
    covered[i] = Math.max(own[i] ?? 0, count.over[i] ?? 0, WEIGHTS.beside * (count.inside[i] ?? 0));
  }
  return covered;
}

/** The rarest words make up most of the question; a word that is in no claim is the rarest. */
function coverageOf(covered: readonly number[], asked: readonly number[]): number {
  let found = 0;
  let all = 0;
  for (let i = 0; i < asked.length; i++) {
    const weight = asked[i] ?? 0;
    found += weight * (covered[i] ?? 0);
    all += weight;
  }
  return all === 0 ? 0 : found / all;
}

function wordsIn(covered: readonly number[], { terms, asked }: QuestionReading): readonly AskedWord[] {
  const all = asked.reduce((total, weight) => total + weight, 0);
  return terms.flatMap(({ word }, i) => {
    const share = all === 0 ? 0 : (asked[i] ?? 0) / all;
    return share === 0 ? [] : [{ word, share, held: covered[i] ?? 0 }];
  });
}
