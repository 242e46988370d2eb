import type { SpanLike } from '@memora/core';
import type { TextRange } from '@memora/language/sentences';
import type { CitableClaim } from '../contract/citable-claim.ts';
import type { NotePassage, NoteText } from './note-text.ts';

/** One cited place: a quote with the passages that it is in. */
export interface CitedPlace {
  readonly claim: CitableClaim;
  readonly note: NoteText;
  /** UTF-16 range of the quote in the note. */
  readonly range: TextRange;
  /** The words of the quote as written in the note. */
  readonly quote: string;
  readonly passages: readonly NotePassage[];
  /** Bytes of the quote. */
  readonly span: () => SpanLike;
}
