import type { Band, Span } from '@memora/core';

/** What a passage is: a paragraph, an item with its lead-in, a row with its header cells, a fence with the line before it. */
export type PassageKind = 'paragraph' | 'item' | 'row' | 'code' | 'property';

/** A segment of a passage. */
export interface PassagePiece {
  /** Its index among the note's segments. */
  readonly segment: number;
  readonly text: string;
}

/** A block of a note with what it is read with. All of its pieces are of one band, and none is secret. */
export interface NotePassage {
  readonly kind: PassageKind;
  readonly band: Band;
  /** Bytes of the note, from its first piece to its last. */
  readonly span: Span;
  readonly headingPath: readonly string[];
  /** Passages under one heading share it; a line of frontmatter stands alone. */
  readonly section: number;
  readonly pieces: readonly PassagePiece[];
  /** What introduces it and stands elsewhere: the line before its list, its header cells, the line before its code; `''` for nothing. */
  readonly lead: string;
  /** Who or what it is labelled with (`**Name:**`), in its own line or in one before it; `''` for nothing. */
  readonly label: string;
  /** True where it ends with a question. */
  readonly asks: boolean;
  /** 53 bits that change where anything of it does that is not its place. */
  readonly print: number;
}

/** The passages of a note in file order. */
export interface NotePassages {
  readonly title: string;
  readonly aliases: readonly string[];
  /** The note's own date (`2026-02-03`); `''` where it has none, or a secret one. */
  readonly date: string;
  readonly passages: readonly NotePassage[];
}

/** A claim of a passage. */
export interface PlacedClaim {
  readonly key: number;
  /** The place of its passage, from 0. */
  readonly passage: number;
  /** The place of its segment among the passage's pieces. */
  readonly piece: number;
  /** The text of its span. */
  readonly text: string;
}

/** The passages of a note with the claims that stand in them: all that an index is to hold of it. */
export interface PlacedNote extends NotePassages {
  /** The note's integer row key. */
  readonly note: number;
  readonly claims: readonly PlacedClaim[];
  /** What the readers of the indexes made of the passages, by the name of the index; absent where nobody asked them. */
  readonly byIndex?: Readonly<Record<string, unknown>>;
}
