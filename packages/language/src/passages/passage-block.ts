/** The kind of a passage: a section or part of one, a speaker's turn, a list with its lead-in, a table with its header, code with its caption. */
export type PassageKind = 'section' | 'turn' | 'list' | 'table' | 'code';

/**
 * A block of a text, or a part of one: a sentence of a paragraph, a row of a table. Offsets are in the caller's unit, bytes or UTF-16 units; they are compared
 * and never used to slice.
 */
export interface PassageBlock {
  /** `gap`: text that no passage may hold or span. */
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row' | 'code' | 'gap';
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /**
   * Equal for the sentences of one paragraph and for the rows of one table. An entry without it is a block of
   * its own.
   */
  readonly block?: number;
  /** Level 1 to 6 of a heading. */
  readonly level?: number;
  /** True for a heading that is also an entry of the passage that it opens. */
  readonly isKept?: boolean;
  /** Inside a list: the number of enclosing items, not counting the item that it opens. */
  readonly depth?: number;
  readonly isHeader?: boolean;
  /** Entries with different values share no passage. Used for the privacy band of a note. */
  readonly part?: string;
  /** The speaker, if the format of the text names one. */
  readonly speaker?: string;
}

/** A passage: consecutive entries, and the entries that give its context. All numbers are indexes of entries. */
export interface BlockPassage {
  readonly kind: PassageKind;
  /** In order, including headings between joined sections. */
  readonly entries: readonly number[];
  /** The headings above, outermost first. */
  readonly headings: readonly number[];
  /** Equal for passages under the same heading. */
  readonly section: number;
  /** The speaker at its beginning. */
  readonly speaker: string | null;
  /**
   * The entries that introduce it and are outside it: the paragraph before its list, the items that its first item belongs to. They may belong to another part:
   * the caller leaves out what it may not show.
   */
  readonly leadIn: readonly number[];
  /** The header row of its table if an earlier passage holds that row; it may belong to any part. */
  readonly header: number | null;
}
