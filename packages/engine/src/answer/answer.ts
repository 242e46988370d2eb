import type { Hit } from '@memora/retrieval';
import type { VerificationReport, VerifiedPart } from '@memora/validator';
import type { AskedAsOf } from '../lookup/to-as-of.ts';
import type { QueryOptions } from '../memory.ts';
import type { TimeReading } from '../timeline/time-reading.ts';
import type { AnswerPassage } from './answer-passage.ts';
import type { AnswerStep } from './model/answer-step.ts';

/** A question of a conversation, and what was answered. */
export interface AskedBefore {
  readonly question: string;
  readonly answer: string;
}

/** Options of `memory.ask`. */
export interface AskOptions extends QueryOptions {
  /** What was asked and answered before, the oldest first: a model makes the question one that can be understood alone. */
  readonly before?: readonly AskedBefore[];
  /** A time that was read from the words of the question: a model is shown what held then, too, and may tell of it. */
  readonly askedTime?: AskedAsOf;
  /**
   * Called with each part of a model's draft once it is verified, while the model still writes. `restart` means that a
   * second attempt begins, and the parts so far are void.
   */
  readonly stream?: (part: VerifiedPart | { readonly type: 'restart' }) => void;
  /** Tokens that the passages in a prompt may take, all in all; the model's own budget unless less. What does not fit is left out and said. */
  readonly claimTokens?: number;
  /** False answers from the claims' own words even where a model is configured. */
  readonly useModel?: boolean;
}

/** An answer: what is left of a draft after every citation in it was re-read and re-hashed. */
export interface Answer {
  /** Only supported statements. Empty where the notes do not say. */
  readonly cleanText: string;
  readonly report: VerificationReport;
  /** Claims of the passages that were found: the best of each passage, then the next of each. */
  readonly hits: readonly Hit[];
  /** True where the notes do not answer: nothing is said then. */
  readonly abstained: boolean;
  /** Where they do not: what comes nearest, one passage a note. Never a secret one. */
  readonly nearest: readonly AnswerPassage[];
  /** What a search found, best first: a page, and no answer. None where a model wrote an answer. */
  readonly passages: readonly AnswerPassage[];
  /** What became of a model's draft of which nothing was kept; null where something was, or where no model wrote one. */
  readonly refused: VerificationReport | null;
  /** The text before verification: a model's wherever one wrote. Not to be shown without saying so. */
  readonly draft: string;
  /** Who wrote the draft: a model, or nobody (`extractive`: the claims' own words). */
  readonly writtenBy: 'extractive' | 'model';
  /** How often a model was asked. */
  readonly attempts: number;
  /** What a model was asked on the way, with its tokens. */
  readonly steps: readonly AnswerStep[];
  /** True where something was not done as well as it could be; `degradedReasons` says what. */
  readonly degraded: boolean;
  readonly degradedReasons: readonly string[];
  readonly notices: AnswerNotices;
  /** The time that it is about, where the question named one: `2025`, `2025-03`, a day, or two of them with a slash. */
  readonly asOf?: string;
  /** How the time in the question was read; absent where it names none, or where `asOf` was given. */
  readonly time?: TimeReading;
}

/** What a reader of the answer should know of the claims it cites. */
interface AnswerNotices {
  /** How many claims the model saw redacted. */
  readonly redacted: number;
  /** Cited, and not valid any more. */
  readonly superseded: readonly string[];
  /** Cited, and contradicted by another claim. */
  readonly contested: readonly string[];
  /** Cited, and resting on a source that changed. */
  readonly stale: readonly string[];
  /** Cited, and written by an agent, a tool or another memory: no person confirmed it. */
  readonly unconfirmed: readonly string[];
  /** Paths of notes that have changed, come or gone since they were indexed: the index is behind them, until it is run again. */
  readonly behind: readonly string[];
  /** Found as it was known then; the notes say it no more, so that nothing of it can be cited. Ids. */
  readonly gone: readonly string[];
  /** The judge that was asked, where `memora model test` was never run on it; null where it was, or where none was asked. */
  readonly untestedJudge: string | null;
}
