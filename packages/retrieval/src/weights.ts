import type { DiversityOptions } from './fusion/diversify.ts';
import type { LexicalParameters } from './lexical/lexical-parameters.ts';
import weights from './weights.json' with { type: 'json' };

/** All weights of retrieval. */
export interface Weights {
  readonly lexical: LexicalParameters;
  readonly question: QuestionWeights;
  /** What a word counts for the coverage of a claim that stands only in the texts beside it. */
  readonly beside: number;
  /** By leg; the lexical one's is what these leave of 1. */
  readonly legs: Readonly<Record<string, number>>;
  /** What full activation over links adds to a claim or a passage, beside the 1 that the legs give at most. */
  readonly graph: number;
  /** Of the score of what it was reached from: nothing that the graph leads to is given more. */
  readonly behind: number;
  readonly diversity: DiversityOptions;
  readonly page: PageWeights;
}

/** What terms count that a word of a question may stand for; the word itself counts 1. */
interface QuestionWeights {
  /** A year that a range covers. */
  readonly coveredYear: number;
  /** A day, or a month, that a passage holds, beside a word that no other passage does. */
  readonly date: number;
  /** What the words that a passage lacks count more, divided by how many are asked for. */
  readonly missing: number;
  /** An identifier in one piece, beside its parts. */
  readonly whole: number;
  /** A stem of a language that the question may be in. */
  readonly guessed: number;
  /** A term one slip of the keyboard away: two letters swapped, or a long word. */
  readonly likelySlip: number;
  readonly slip: number;
  /** Two slips, or a short word. */
  readonly unlikelySlip: number;
}

/** Which passages a page shows. */
export interface PageWeights {
  /** 0–1: a passage that holds less of a question, by rarity, is about something else, and so are all where the best does. */
  readonly floor: number;
  /** A further passage has this share of the best one's score at least. */
  readonly asGood: number;
}

/** Fitted by `bench/retrieval/fit-weights.ts`; written by nobody. */
export const WEIGHTS = weights as unknown as Weights;
