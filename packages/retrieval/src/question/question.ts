/** A term to look for in place of a word of the question, and how much finding it counts. */
export interface TermVariant {
  readonly term: string;
  /** 0–1. */
  readonly weight: number;
  /** True where the term is only like the word: its spelling is near. */
  readonly typo: boolean;
}

/** One word, gram, identifier or date of the question, or all years inside a range. */
export interface QuestionTerm {
  readonly word: string;
  readonly kind: 'part' | 'gram' | 'whole' | 'date' | 'range';
  /** A claim that holds one variant holds the term; several count as the best of them. */
  readonly variants: readonly TermVariant[];
  readonly stop: boolean;
  /** True for a `whole` that the question writes in pieces: `HIV-positive`, and no `camelCase`. */
  readonly compound?: true;
  /** Of a `whole`, the positions of the words that it is made of: `git` and `hub` of `GitHub`. */
  readonly pieces?: readonly number[];
  /** True for a word that a rewritten question adds: it counts less than those of the question itself. */
  readonly added?: true;
  /** Claims that hold some variant; an upper bound where there are several. */
  readonly documents: number;
}

/** What a question asks the lexical leg for. */
export interface Question {
  readonly terms: readonly QuestionTerm[];
  /** Positions in `terms` of the words of each quoted phrase, in order. */
  readonly phrases: readonly (readonly number[])[];
}

/** What analysing a question needs to know of the index. */
export interface Vocabulary {
  /** Languages of the indexed texts, the commonest first. */
  readonly languages: readonly string[];
  readonly documentsWith: (term: string) => number;
  /** Terms that begin so, the commonest first. */
  readonly termsWithPrefix: (prefix: string, limit: number) => readonly string[];
}
