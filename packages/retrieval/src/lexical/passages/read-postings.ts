import { shortHash } from '@memora/claims/internal';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';
import { DEFAULT_LEXICAL_PARAMETERS } from '../lexical-parameters.ts';

/** A term in a passage, for an index whose rows are found by equality of whole numbers. */
export interface Posting {
  /** The number of the term; two terms may share one, and are counted as one then. */
  readonly term: number;
  /** How often it stands there, weighted by field. */
  readonly frequency: number;
}

export interface PassagePostings {
  readonly postings: readonly Posting[];
  /** Terms of the passage in all fields. */
  readonly length: number;
}

/** The number by which a term is found. */
export const numberOfTerm: (term: string) => number = shortHash;

/** The postings of a passage, from its texts in the order of LEXICAL_FIELDS. */
export function readPostings(texts: readonly string[]): PassagePostings {
  const frequencies = new Map<number, number>();
  let length = 0;
  LEXICAL_FIELDS.forEach((field, i) => {
    const text = texts[i] ?? '';
    if (text === '') return;
    const weight = DEFAULT_LEXICAL_PARAMETERS.weights[field];
    for (const term of text.split(' ')) {
      length++;
      const number = numberOfTerm(term);
      frequencies.set(number, (frequencies.get(number) ?? 0) + weight);
    }
  });
  return { length, postings: [...frequencies].map(([term, frequency]) => ({ term, frequency })) };
}
