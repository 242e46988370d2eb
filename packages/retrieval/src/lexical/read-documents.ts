import type { ClaimDocument } from '@memora/claims';
import { registerStemmers } from '@memora/language/stems';
import { ALL_STEMMERS } from '../tokenise/all-stemmers.ts';
import { createDocumentReader } from './document-terms.ts';
import { LEXICAL_FIELDS } from './lexical-fields.ts';

/** What the lexical index keeps of the claims of one note, as it is written. */
export interface NoteTerms {
  readonly languages: readonly string[];
  /** Of each claim the terms of each field, joined with spaces. */
  readonly texts: readonly (readonly string[])[];
  /** Terms of the note in no order, and how many of its claims hold each. */
  readonly terms: readonly string[];
  readonly documents: readonly number[];
  /** Sums over the claims, by field. */
  readonly lengths: readonly number[];
}

registerStemmers(ALL_STEMMERS);

/** Negative, so that no number is one that the index itself counts by. */
let lastDocument = 0;

/** The reader of the lexical index: reads the claims of a note on the thread that reads notes. None of them is secret. */
export function readDocuments(documents: readonly ClaimDocument[]): NoteTerms {
  const read = createDocumentReader();
  const lengths = LEXICAL_FIELDS.map(() => 0);
  const counts = new Map<string, number>();
  const readings = documents.map((document) => {
    const number = --lastDocument;
    const reading = read(document);
    for (const [field, length] of reading.lengths.entries()) lengths[field] = (lengths[field] ?? 0) + length;
    for (const terms of reading.terms) {
      for (const term of terms) {
        if (term.countedIn === number) continue;
        term.countedIn = number;
        counts.set(term.text, (counts.get(term.text) ?? 0) + 1);
      }
    }
    return reading;
  });
  return {
    languages: readings.map(({ language }) => language),
    texts: readings.map(({ texts }) => texts),
    terms: [...counts.keys()],
    documents: [...counts.values()],
    lengths,
  };
}
