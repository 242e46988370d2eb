import type { DiversityOptions } from './fusion/diversify.ts';
import type { LexicalParameters } from './lexical/lexical-parameters.ts';
import weights from './weights.json' with { type: 'json' };

/** All weights of retrieval. */
export interface Weights {
  readonly lexical: LexicalParameters;
  readonly question: QuestionWeights;
  /** The weight, for a claim's coverage, of a word that occurs only in neighbouring texts. */
  readonly beside: number;
  /** Weights by leg. The lexical leg gets the rest of 1. */
  readonly legs: Readonly<Record<string, number>>;
  /** What full activation over links adds to a claim's or passage's score. The legs alone give at most 1. */
  readonly graph: number;
  /** A reached claim gets at most this share of the score of the one it was reached from. */
  readonly behind: number;
  readonly diversity: DiversityOptions;
  readonly page: PageWeights;
}

/** The weights of terms that a word of a question may stand for; the word itself counts 1. */
interface QuestionWeights {
  /** A year covered by a range. */
  readonly coveredYear: number;
  /** A day or month in a passage, relative to a word that no other passage contains. */
  readonly date: number;
  /** The extra weight of the words that a passage lacks, divided by the number of words asked for. */
  readonly missing: number;
  /** A whole identifier, relative to its parts. */
  readonly whole: number;
  /** A stem in a language that the question may be in. */
  readonly guessed: number;
  /** A term with one likely typing error: two swapped letters, or an error in a long word. */
  readonly likelySlip: number;
  readonly slip: number;
  /** A term with two typing errors, or with one in a short word. */
  readonly unlikelySlip: number;
}

/** The weights that choose the passages of a page. */
export interface PageWeights {
  /** 0–1: the minimum coverage by rarity. A passage below it is about something else; if the best is below it, so are all. */
  readonly floor: number;
  /** The minimum share of the best passage's score for further passages. */
  readonly asGood: number;
}

/** Fitted by `bench/retrieval/fit-weights.ts`; do not edit by hand. */
export const WEIGHTS = weights as unknown as Weights;
