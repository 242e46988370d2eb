import type { DiversityOptions } from './fusion/diversify.ts';
import type { LexicalParameters } from './lexical/lexical-parameters.ts';
import weights from './weights.json' with { type: 'json' };

/** All weights of retrieval. */
export interface Weights {
  readonly lexical: LexicalParameters;
  /** By leg; the lexical one's is what these leave of 1. */
  readonly legs: Readonly<Record<string, number>>;
  /** What full activation over links adds to a claim or a passage, beside the 1 that the legs give at most. */
  readonly graph: number;
  readonly diversity: DiversityOptions;
}

/** Fitted by `bench/retrieval/fit-weights.ts`; written by nobody. */
export const WEIGHTS = weights as unknown as Weights;
