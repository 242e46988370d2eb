import type { ClaimDocument, NotePassages } from '@memora/claims';
import { registerStemmers } from '@memora/language/stems';
import { ALL_STEMMERS } from '../../tokenise/all-stemmers.ts';
import { createPassageReader, type PassageTerms } from '../passages/passage-terms.ts';

/** The terms of one note's passages, as the lexical index stores them. */
export interface NoteTerms {
  readonly passages: readonly PassageTerms[];
  /** Terms of the note, unordered, with the number of its passages that contain each. */
  readonly terms: readonly string[];
  readonly documents: readonly number[];
}

registerStemmers(ALL_STEMMERS);

/** Negative, to differ from every number that the index itself counts with. */
let lastDocument = 0;

/** The reader of the lexical index: reads a note's passages on the thread that reads notes. None of them is secret. */
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
