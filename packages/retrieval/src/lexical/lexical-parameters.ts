import { WEIGHTS } from '../weights.ts';
import type { FieldWeights } from './lexical-fields.ts';

/** The parameters of the ranking by words. */
export interface LexicalParameters {
  readonly weights: FieldWeights;
  /** Saturation of repeated terms. */
  readonly k1: number;
  /** How much a field's length counts, 0–1, by field. */
  readonly lengthNormalisation: FieldWeights;
  /** What the words of the claims around one count where the claims of a passage are put in order, from the second before it to the second behind it. */
  readonly claimWindow: readonly [number, number, number, number, number];
  /** What a quoted phrase adds that is found whole, as a share of the rarity of its rarest word. */
  readonly phraseBonus: number;
  /** What the best passages of its note add to a passage, as a share of the best passage's score. */
  readonly noteShare: number;
  /** What the words of its best claim add to a passage, as a share of their rarity: a long passage may answer in one sentence. */
  readonly bestClaim: number;
  /** What of a passage's score its claims differ by, by the words that they hold themselves. */
  readonly ownShare: number;
  /** What a word that a rewritten question adds counts of its rarity. */
  readonly added: number;
  /** What is left of the score of a passage that holds only terms spelt like the words of the question. */
  readonly typos: number;
  /** What a compound counts beside its words: what holds `positive` and `HIV` lacks little of `HIV-positive`. */
  readonly compound: number;
  /** The same with a figure in it, which may be written without its parts: `IL6` for `IL-6`. */
  readonly compoundWithFigure: number;
  /** What a word is worth more in a claim if its title holds it too. */
  readonly repeated: number;
  /** Claims that hold only terms spelt like the words of the question have this share of the least score of the others at most. */
  readonly slipsLast: number;
}

export const DEFAULT_LEXICAL_PARAMETERS: LexicalParameters = WEIGHTS.lexical;
