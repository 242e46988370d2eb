import type { ClaimDocument, NotePassages } from '@memora/claims';
import { registerStemmers } from '@memora/language/stems';
import { ALL_STEMMERS } from '../../tokenise/all-stemmers.ts';
import { createPassageReader, type PassageTerms } from '../passages/passage-terms.ts';

/** What the lexical index keeps of the passages of one note, as it is written. */
export interface NoteTerms {
  readonly passages: readonly PassageTerms[];
  /** Terms of the note in no order, and how many of its passages hold each. */
  readonly terms: readonly string[];
  readonly documents: readonly number[];
}

registerStemmers(ALL_STEMMERS);

/** Negative, so that no number is one that the index itself counts by. */
let lastDocument = 0;

/** The reader of the lexical index: reads the passages of a note on the thread that reads notes. None of them is secret. */
export function readDocuments(_: readonly ClaimDocument[], note: NotePassages): NoteTerms {
  const reader = createPassageReader();
  const counts = new Map<string, number>();
  const passages = note.passages.map((passage): PassageTerms => {
    const number = --lastDocument;
    const { terms, ...kept } = reader.readPassage(passage, note);
    for (const list of terms) {
      for (const term of list) {
        if (term.countedIn === number) continue;
        term.countedIn = number;
        counts.set(term.text, (counts.get(term.text) ?? 0) + 1);
      }
    }
    return kept;
  });
  return { passages, terms: [...counts.keys()], documents: [...counts.values()] };
}
