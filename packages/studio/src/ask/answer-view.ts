import type { NoteNode } from '../notes/note-view.ts';

/** What a person may know about how a sentence relates to the passage that it cites. */
export type Mark = 'quoted' | 'judged' | 'partly' | 'excerpt' | 'unjudged' | 'differs' | 'doubted';

/** The state of the cited bytes on disk: where they were, elsewhere in the note, no longer in the note, or the note is gone. */
export type SourceState = 'same' | 'moved' | 'changed' | 'gone';

/** A cited place of a note, numbered from 1 within its answer. */
export interface SourceView {
  readonly number: number;
  readonly path: string;
  readonly title: string;
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
  readonly date: string | null;
  readonly speaker: string | null;
  /** Where it is in the document that the note was made of, such as `lease.pdf, page 12`; `href` where that is a page of the web. */
  readonly original: { readonly label: string; readonly href: string | null } | null;
  /** The cited words. */
  readonly words: string;
  readonly state: SourceState;
  /** What the line says now, where the cited words have changed. Null where it is gone or secret. */
  readonly now: string | null;
}

/** A citation in a sentence. */
export interface CitationView {
  readonly source: number;
  readonly mark: Mark;
  /** One sentence about the mark, for its tooltip: who judged it, by which words. */
  readonly note: string;
}

/** Words of a sentence that differ from its source. */
export interface DifferenceView {
  readonly here: string;
  readonly there: string;
}

/** One sentence of an answer, without its markers. */
export interface SentenceView {
  readonly nodes: readonly NoteNode[];
  /** The passage around it, where the answer is passages of notes; empty where it says no more than the sentence. */
  readonly context: readonly NoteNode[];
  readonly citations: readonly CitationView[];
  readonly differences: readonly DifferenceView[];
}

/** A sentence that was removed, and why. */
export interface LeftOutView {
  readonly text: string;
  readonly reason: string;
  /** The number of the line that it cites. Null where it cites none, or none that may be shown. */
  readonly source: number | null;
  /** A newer line that replaced the cited one. */
  readonly newer: { readonly text: string; readonly path: string; readonly span: SpanView } | null;
}

/** Bytes of a note. */
interface SpanView {
  readonly start: number;
  readonly end: number;
}

/** An answer as the page shows it. Holds no text of a secret place. */
export interface AnswerView {
  readonly id: string;
  readonly question: string;
  /** The model's name, or null where the answer is passages of the notes. */
  readonly writtenBy: string | null;
  readonly sentences: readonly SentenceView[];
  readonly sources: readonly SourceView[];
  readonly leftOut: readonly LeftOutView[];
  /** True where the notes do not answer; `sentences` then hold what comes nearest. */
  readonly abstained: boolean;
  /** Notes that changed and were not read again yet. */
  readonly behind: readonly string[];
  /** What could not be done as usual, in codes. */
  readonly degraded: readonly string[];
  /** Asked while the vault was read for the first time: how far that was. */
  readonly reading: { readonly done: number; readonly total: number } | null;
  /** How many notes it could be written from. */
  readonly read: number;
}

/** A sentence that is checked while the answer is still being written; where it comes from is said by titles. */
export interface DraftSentence {
  readonly text: string;
  readonly sources: readonly string[];
  readonly isQuoted: boolean;
}

/** A change of one source of an answer. */
export type SourceChange = { readonly answer: string } & Pick<SourceView, 'number' | 'state' | 'now'>;
