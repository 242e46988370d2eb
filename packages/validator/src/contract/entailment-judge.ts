import type { Band } from '@memora/core';

/** Whether evidence entails a statement. `unchecked`: nobody could say, for whatever reason. */
export type EntailmentVerdict = 'entailed' | 'neutral' | 'contradicted' | 'unchecked';

/** What a judge is asked. */
export interface EntailmentQuestion {
  /** The cited spans, one a line. */
  readonly evidence: string;
  /** The sentence of the answer, without markers: what is judged is what the reader reads. */
  readonly statement: string;
  /** The strictest band of the evidence. */
  readonly band: Band;
  readonly signal: AbortSignal | null;
}

/** Something that judges entailment. A `cloud` judge is never shown a secret span. */
export interface EntailmentJudge {
  readonly name: string;
  /** `local` only if the text does not leave the machine. */
  readonly locality: 'local' | 'cloud';
  /** Anything but one of the verdicts counts as `unchecked`. */
  readonly judge: (question: EntailmentQuestion) => Promise<unknown>;
}
