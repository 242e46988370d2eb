/** What a claim is found by, from what it says itself to what stands around it. The order is the index's column order. */
export const LEXICAL_FIELDS = ['statement', 'span', 'title', 'heading', 'alias', 'near'] as const;

export type LexicalField = (typeof LEXICAL_FIELDS)[number];

/** How much a term counts by where it stands. */
export type FieldWeights = Readonly<Record<LexicalField, number>>;
