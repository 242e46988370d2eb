import type { CandidateRow, Claim } from '@memora/claims';
import type { Band, MemoraError } from '@memora/core';
import type { AskedWord } from '../lexical/score-claims.ts';
import type { MaybePromise } from '../source/maybe-promise.ts';

/** One way of finding claims for a question. Throwing means: this leg is out, ask the others. */
export interface Leg {
  readonly name: string;
  readonly find: (question: string, request: LegRequest) => Promise<LegResult>;
}

export interface LegRequest {
  /** How many candidates are wanted after filtering. */
  readonly limit: number;
  /** Which of these row keys the caller may see. A leg asks before it cuts its list. */
  readonly pass: (keys: readonly number[]) => MaybePromise<ReadonlyMap<number, CandidateRow>>;
  /**
   * Claims by row key that may be seen and that no index holds any more: they were known at the time asked about. Empty for
   * questions about what is known now.
   */
  readonly gone: ReadonlyMap<number, Claim>;
  /** Keys that the words found, where those are enough: a leg that would have to open more to find others scores these alone. */
  readonly enough?: readonly number[];
  /** The bands that are asked for; all where there are none. What else may be seen is told by `pass`. */
  readonly bands?: readonly Band[] | undefined;
  /** The database that was looked at as this question began: what is kept of it need not be asked again whether something was written. */
  readonly renewed?: object | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface LegResult {
  /** The best first. */
  readonly found: readonly ScoredKey[];
  readonly cut: boolean;
  /** True where no two of what was found stand in one passage. */
  readonly apart?: boolean;
  /** Why not every claim that may answer could be looked at, where that is so: told with the result, which stands. */
  readonly incomplete?: MemoraError | null;
  /** Scores for keys that another leg found, where this leg can tell. */
  readonly scoresFor?: (keys: readonly number[]) => MaybePromise<ReadonlyMap<number, number>>;
  /** The same for keys that the graph led to; what `scoresFor` gives by default. */
  readonly scoresOfReached?: (keys: readonly number[]) => MaybePromise<ReadonlyMap<number, number>>;
}

export interface ScoredKey {
  readonly key: number;
  readonly score: number;
  /** How much of what is asked for the claim holds, where the leg can tell. */
  readonly covers?: Coverage;
}

/** How much of what a question asks for, weighted by rarity, a claim holds; all of it 0–1. */
export interface Coverage {
  /** In the claim or over it; words beside it count half. */
  readonly coverage: number;
  /** In the claim's own words, without its title, headings and neighbours. */
  readonly ownCoverage: number;
  /** Each word that is asked for, and how far the claim holds it. */
  readonly words: () => readonly AskedWord[];
}
