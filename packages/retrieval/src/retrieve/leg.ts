import type { CandidateRow, Claim } from '@memora/claims';
import type { Band, MemoraError } from '@memora/core';
import type { AskedWord } from '../lexical/score-claims.ts';
import type { MaybePromise } from '../source/maybe-promise.ts';

/** One way to find claims for a question. If it throws, it is skipped and the other legs are asked. */
export interface Leg {
  readonly name: string;
  readonly find: (question: string, request: LegRequest) => Promise<LegResult>;
}

export interface LegRequest {
  /** The number of candidates to return after filtering. */
  readonly limit: number;
  /** Returns which of these row keys the caller may see. A leg calls it before it cuts its list. */
  readonly pass: (keys: readonly number[]) => MaybePromise<ReadonlyMap<number, CandidateRow>>;
  /** Visible claims by row key that are no longer in any index but were known at the requested time. Empty for questions about what is known now. */
  readonly gone: ReadonlyMap<number, Claim>;
  /** The only claims that pass, if they are few and known; a leg then searches no others. */
  readonly few?: ReadonlySet<number> | null;
  /** Keys that words found, if they are enough. A leg that would have to load more to find others scores only these. */
  readonly enough?: readonly number[];
  /** The requested bands; all if absent. `pass` decides the rest of visibility. */
  readonly bands?: readonly Band[] | undefined;
  /** The database that was checked for changes when this question began, so that its caches need no further check. */
  readonly renewed?: object | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface LegResult {
  /** The best first. */
  readonly found: readonly ScoredKey[];
  readonly cut: boolean;
  /** True if no two results share a passage. */
  readonly apart?: boolean;
  /** Set if not every claim could be searched. Reported with the result, which stays valid. */
  readonly incomplete?: MemoraError | null;
  /** Scores keys that another leg found, if this leg can. */
  readonly scoresFor?: (keys: readonly number[]) => MaybePromise<ReadonlyMap<number, number>>;
  /** Scores keys reached over the graph; `scoresFor` by default. */
  readonly scoresOfReached?: (keys: readonly number[]) => MaybePromise<ReadonlyMap<number, number>>;
}

export interface ScoredKey {
  readonly key: number;
  readonly score: number;
  /** How much of the question the claim contains, if the leg knows. */
  readonly covers?: Coverage;
}

/** How much of a question, weighted by rarity, a claim contains; each value 0–1. */
export interface Coverage {
  /** In the claim, its title or its headings; neighbouring words count half. */
  readonly coverage: number;
  /** In the claim's own words, without title, headings and neighbours. */
  readonly ownCoverage: number;
  /** Returns each word of the question, and how well the claim matches it. */
  readonly words: () => readonly AskedWord[];
}

/** Sorts the best first, ties by key. Subtracting fractions would allocate an object per comparison. */
export function byScoreThenKey(a: ScoredKey, b: ScoredKey): number {
  if (a.score > b.score) return -1;
  if (a.score < b.score) return 1;
  return a.key - b.key;
}
