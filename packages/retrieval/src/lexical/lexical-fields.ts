/**
 * The searchable fields of a passage: its own words, its title, headings, aliases and lead-in, and the addresses in it, which readers do not see as words. The
 * order is the index's column order.
 */
export const LEXICAL_FIELDS = ['text', 'title', 'heading', 'alias', 'lead', 'address'] as const;

export type LexicalField = (typeof LEXICAL_FIELDS)[number];

/** The weight of a term by field. */
export type FieldWeights = Readonly<Record<LexicalField, number>>;
