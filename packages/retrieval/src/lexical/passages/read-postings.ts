import { shortHash } from '@memora/claims/internal';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';
import { DEFAULT_LEXICAL_PARAMETERS } from '../lexical-parameters.ts';

/** A term in a passage, for an index whose rows are found by integer equality. */
export interface Posting {
  /** The number of the term. Two terms may share a number and then count as one. */
  readonly term: number;
  /** Its frequency in the passage, weighted by field. */
  readonly frequency: number;
}

export interface PassagePostings {
  readonly postings: readonly Posting[];
  /** The number of terms in all fields of the passage. */
  readonly length: number;
}

/** Returns the number under which a term is stored. */
export const numberOfTerm: (term: string) => number = shortHash;

/** Returns the postings of a passage, from its texts in the order of LEXICAL_FIELDS. */
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
