import type { Band } from '@memora/core';

/** Whether evidence entails a statement. `unchecked`: there is no verdict, for whatever reason. */
export type EntailmentVerdict = 'entailed' | 'neutral' | 'contradicted' | 'unchecked';

/** The input of a judge. */
export interface EntailmentQuestion {
  /** The cited spans, one per line. */
  readonly evidence: string;
  /** The sentence of the answer without markers: the judge reads what the reader reads. */
  readonly statement: string;
  /** The strictest band of the evidence. */
  readonly band: Band;
  readonly signal: AbortSignal | null;
}

/** A judge of entailment. A `cloud` judge never receives a secret span. */
export interface EntailmentJudge {
  readonly name: string;
  /** `local` only if the text does not leave the machine. */
  readonly locality: 'local' | 'cloud';
  /** Anything that is not a verdict counts as `unchecked`. */
  readonly judge: (question: EntailmentQuestion) => Promise<unknown>;
}
