import type { Hit } from '@memora/retrieval';
import type { VerificationReport, VerifiedPart } from '@memora/validator';
import type { AskedAsOf } from '../lookup/to-as-of.ts';
import type { QueryOptions } from '../memory.ts';
import type { TimeReading } from '../timeline/time-reading.ts';
import type { AnswerPassage } from './answer-passage.ts';
import type { AnswerStep } from './model/answer-step.ts';

/** A question of a conversation, and its answer. */
export interface AskedBefore {
  readonly question: string;
  readonly answer: string;
}

/** Options of `memory.ask`. */
export interface AskOptions extends QueryOptions {
  /** Earlier questions and answers, oldest first: a model rewrites the question so that it can be understood on its own. */
  readonly before?: readonly AskedBefore[];
  /** A time that was read from the question. A model also sees what was true then, and may report it. */
  readonly askedTime?: AskedAsOf;
  /**
   * Called with each part of a model's draft once it is verified, while the model is still writing. `restart` means that a second attempt begins and the
   * earlier parts are void.
   */
  readonly stream?: (part: VerifiedPart | { readonly type: 'restart' }) => void;
  /** Maximum total tokens of the passages in a prompt; at most the model's own budget. Passages that do not fit are left out and reported. */
  readonly claimTokens?: number;
  /** False answers in the claims' own words even if a model is configured. */
  readonly useModel?: boolean;
}

/** An answer: the part of a draft whose citations were all re-read and re-hashed. */
export interface Answer {
  /** Only supported statements. Empty if the notes do not answer. */
  readonly cleanText: string;
  readonly report: VerificationReport;
  /** Claims of the found passages: the best of each passage, then the next of each. */
  readonly hits: readonly Hit[];
  /** True if the notes do not answer; the answer is then empty. */
  readonly abstained: boolean;
  /** If the notes do not answer: the nearest passages, one per note. Never a secret one. */
  readonly nearest: readonly AnswerPassage[];
  /** Search results, best first: a page without an answer. Empty if a model wrote an answer. */
  readonly passages: readonly AnswerPassage[];
  /** The report on a model's draft of which nothing was kept; null if anything was kept or no model wrote one. */
  readonly refused: VerificationReport | null;
  /** The text before verification: a model's, if one wrote it. Label it if you show it. */
  readonly draft: string;
  /** The author of the draft: a model, or nobody (`extractive`: the claims' own words). */
  readonly writtenBy: 'extractive' | 'model';
  /** The number of calls to a model for an answer. */
  readonly attempts: number;
  /** The requests to models for this answer, with their tokens. */
  readonly steps: readonly AnswerStep[];
  /** True if a step was not done as well as possible; `degradedReasons` says which. */
  readonly degraded: boolean;
  readonly degradedReasons: readonly string[];
  readonly notices: AnswerNotices;
  /** The time that the answer is about, if the question named one: `2025`, `2025-03`, a day, or two of them with a slash. */
  readonly asOf?: string;
  /** How the time in the question was read; absent if it names none, or if `asOf` was given. */
  readonly time?: TimeReading;
}

/** Notices about the cited claims. */
interface AnswerNotices {
  /** How many claims were redacted for the model. */
  readonly redacted: number;
  /** Cited claims that are no longer valid. */
  readonly superseded: readonly string[];
  /** Cited claims that another claim contradicts. */
  readonly contested: readonly string[];
  /** Cited claims that depend on a changed source. */
  readonly stale: readonly string[];
  /** Cited claims that an agent, a tool or another memory wrote and no person confirmed. */
  readonly unconfirmed: readonly string[];
  /** Paths of notes that changed, were added or deleted since they were indexed: the index is behind them until it runs again. */
  readonly behind: readonly string[];
  /**
   * Ids of claims that were known at the requested time and that no note contains any more, so that they
   * can't be cited.
   */
  readonly gone: readonly string[];
  /** The judge that was used, if `memora model test` was never run on it; otherwise null. */
  readonly untestedJudge: string | null;
}
