import type { FieldWeights } from './lexical-fields.ts';

/** The ranking's parameters; the defaults are explained in the decision page on passages. */
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
  /** What of a passage's score its claims differ by, by the words that they hold themselves. */
  readonly ownShare: number;
}

export const DEFAULT_LEXICAL_PARAMETERS: LexicalParameters = {
  weights: { text: 1, title: 3, heading: 0.6, alias: 0.6, lead: 0.4, address: 0.4 },
  k1: 1.6,
  lengthNormalisation: { text: 0.7, title: 0.4, heading: 0.4, alias: 0.4, lead: 0.4, address: 0.2 },
  claimWindow: [0.4, 0.8, 1, 0.5, 0.25],
  phraseBonus: 1,
  noteShare: 0.1,
  ownShare: 0.4,
};
