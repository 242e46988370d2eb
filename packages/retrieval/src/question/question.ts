/** A term to search in place of a word of the question, and the weight of a match. */
export interface TermVariant {
  readonly term: string;
  /** 0–1. */
  readonly weight: number;
  /** True if the term only has a similar spelling. */
  readonly typo: boolean;
}

/** One word, n-gram, identifier or date of the question, or all years of a range. */
export interface QuestionTerm {
  readonly word: string;
  readonly kind: 'part' | 'gram' | 'whole' | 'date' | 'range';
  /** If a claim contains one of the variants, it matches the term; several count as the best of them. */
  readonly variants: readonly TermVariant[];
  readonly stop: boolean;
  /** True for a `whole` that the question writes in parts: `HIV-positive`, but not `camelCase`. */
  readonly compound?: true;
  /** For a `whole`, the positions of its parts: `git` and `hub` of `GitHub`. */
  readonly pieces?: readonly number[];
  /** True for a word added by rewriting the question. It counts less than the question's own words. */
  readonly added?: true;
  /** The number of claims with some variant; an upper bound if there are several. */
  readonly documents: number;
}

/** A question as the lexical leg searches it. */
export interface Question {
  readonly terms: readonly QuestionTerm[];
  /** Positions in `terms` of the words of each quoted phrase, in order. */
  readonly phrases: readonly (readonly number[])[];
}

/** The index data that analysing a question needs. */
export interface Vocabulary {
  /** Languages of the indexed texts, the most common first. */
  readonly languages: readonly string[];
  readonly documentsWith: (term: string) => number;
  /** Returns terms with this prefix, the most common first. */
  readonly termsWithPrefix: (prefix: string, limit: number) => readonly string[];
}
