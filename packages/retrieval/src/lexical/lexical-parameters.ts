import { WEIGHTS } from '../weights.ts';
import type { FieldWeights } from './lexical-fields.ts';

/** The parameters of the ranking by words. */
export interface LexicalParameters {
  readonly weights: FieldWeights;
  /** Saturation of repeated terms. */
  readonly k1: number;
  /** How strongly a field's length counts, 0–1, by field. */
  readonly lengthNormalisation: FieldWeights;
  /**
   * When claims of a passage are ordered: the weights of the words in neighbouring claims, from the second
   * before to the second after.
   */
  readonly claimWindow: readonly [number, number, number, number, number];
  /** The bonus for a quoted phrase that is found whole, as a share of the rarity of its rarest word. */
  readonly phraseBonus: number;
  /** The bonus from the best passages of the same note, as a share of the best passage's score. */
  readonly noteShare: number;
  /** The bonus for the words of a passage's best claim, as a share of their rarity: a long passage may answer in one sentence. */
  readonly bestClaim: number;
  /** The share of a passage's score by which its claims differ, depending on their own words. */
  readonly ownShare: number;
  /** The weight of a word that a rewritten question adds, as a share of its rarity. */
  readonly added: number;
  /** The factor on the score of a passage that contains only misspellings of the question's words. */
  readonly typos: number;
  /**
   * The weight of a compound in addition to its words: a passage with `positive` and `HIV` is nearly as good
   * as one with `HIV-positive`.
   */
  readonly compound: number;
  /** The same for a compound with a digit, which may be written as one word: `IL6` for `IL-6`. */
  readonly compoundWithFigure: number;
  /** The extra weight of a word in a claim whose title also contains it. */
  readonly repeated: number;
  /**
   * Claims that contain only misspellings of the question's words get at most this share of the lowest score
   * of the other claims.
   */
  readonly slipsLast: number;
}

export const DEFAULT_LEXICAL_PARAMETERS: LexicalParameters = WEIGHTS.lexical;
