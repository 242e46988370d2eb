import type { FieldWeights } from './lexical-fields.ts';

/** The ranking's parameters; the defaults are explained in the decision page on passages. */
export interface LexicalParameters {
  readonly weights: FieldWeights;
  /** Saturation of repeated terms. */
  readonly k1: number;
  /** How much a field's length counts, 0–1, by field. */
  readonly lengthNormalisation: FieldWeights;
  /** Both for the text of a passage that has no others around it. It is a document by itself, whose words nothing has summed up with those of its neighbours. */
  readonly alone: { readonly k1: number; readonly lengthNormalisation: number };
  /** What the words of the passages around one count, from the second before it to the second behind it; its own in the middle. */
  readonly window: readonly [number, number, number, number, number];
  /** The same for the claims of a passage, which are put in order by it. */
  readonly claimWindow: readonly [number, number, number, number, number];
  /** What is left of that across a heading. */
  readonly acrossSections: number;
  /** Share of a pair's rarity added where two neighbouring words of the question are neighbours in the passage too. */
  readonly pairBonus: number;
  /** The same for a quoted phrase found whole. */
  readonly phraseBonus: number;
  /** How much stop words count. */
  readonly stopWeight: number;
  /** What is added, in shares of the best passage's score. */
  readonly shares: Readonly<Record<ShareName, number>>;
  /** What of a passage's score its claims differ by, by the words that they hold themselves. */
  readonly ownShare: number;
}

/**
 * `note`: what the best passages of the note have; `label`: the question names whom the passage is labelled with; `answers`: it follows a
 * question; `time`: the question asks when, and it holds a time; `date`: the question names the note's date.
 */
export type ShareName = 'note' | 'label' | 'answers' | 'time' | 'date';

export const DEFAULT_LEXICAL_PARAMETERS: LexicalParameters = {
  weights: { text: 1, title: 3, heading: 0.6, alias: 0.6, lead: 0.4, address: 0.4 },
  k1: 1.2,
  lengthNormalisation: { text: 0.5, title: 0.4, heading: 0.4, alias: 0.4, lead: 0.4, address: 0.2 },
  alone: { k1: 1.6, lengthNormalisation: 0.7 },
  window: [0, 0, 1, 0, 0],
  claimWindow: [0.4, 0.8, 1, 0.5, 0.25],
  acrossSections: 0.3,
  pairBonus: 0.1,
  phraseBonus: 1,
  stopWeight: 0,
  shares: { note: 0.1, label: 0.1, answers: 0.05, time: 0.05, date: 0.1 },
  ownShare: 0.4,
};
