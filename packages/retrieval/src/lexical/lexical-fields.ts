/**
 * What a passage is found by: its own words, what stands over it, what introduces it, and the addresses in it, which are no words that a reader sees. The order is the index's column order.
 */
export const LEXICAL_FIELDS = ['text', 'title', 'heading', 'alias', 'lead', 'address'] as const;

export type LexicalField = (typeof LEXICAL_FIELDS)[number];

/** How much a term counts by where it stands. */
export type FieldWeights = Readonly<Record<LexicalField, number>>;
