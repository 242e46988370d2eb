import type { NoteNode } from '../notes/note-view.ts';

/** A place of a note that a search found. */
export interface FoundPlace {
  readonly path: string;
  readonly title: string;
  readonly headings: readonly string[];
  /** Bytes of the note file. */
  readonly span: { readonly start: number; readonly end: number };
  readonly nodes: readonly NoteNode[];
}
