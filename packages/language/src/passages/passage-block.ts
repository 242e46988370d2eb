/** What a passage is: a section or a part of one, a turn of a speaker, a list with its lead-in, a table with its header, code with its caption. */
export type PassageKind = 'section' | 'turn' | 'list' | 'table' | 'code';

/**
 * A block of a text, or a part of one: a sentence of a paragraph, a row of a table. Offsets count whatever the caller counts, bytes or
 * UTF-16 units; they are compared and never used to slice.
 */
export interface PassageBlock {
  /** `gap`: text that no passage may hold or reach over. */
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row' | 'code' | 'gap';
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Equal for the sentences of one paragraph and for the rows of one table. Without it the entry is a block by itself. */
  readonly block?: number;
  /** Level 1 to 6 of a heading. */
  readonly level?: number;
  /** True for a heading that is an entry of the passage that it opens, besides being above it. */
  readonly isKept?: boolean;
  /** For everything inside a list: how many items it is in, besides the item that it opens. */
  readonly depth?: number;
  readonly isHeader?: boolean;
  /** Entries with different values share no passage: the privacy band of a note. */
  readonly part?: string;
  /** Who says it, where the format of the text names the speaker. */
  readonly speaker?: string;
}

/** A passage: consecutive entries, and the entries that are its context. All numbers are indexes of entries. */
export interface BlockPassage {
  readonly kind: PassageKind;
  /** In order; headings between joined sections are among them. */
  readonly entries: readonly number[];
  /** The headings above, outermost first. */
  readonly headings: readonly number[];
  /** Equal for passages that follow the same heading. */
  readonly section: number;
  /** Who speaks at its beginning. */
  readonly speaker: string | null;
  /**
   * The entries that introduce it and are not among its own: the paragraph before its list, the items that its first item belongs to. They may
   * be of another part: the caller leaves out what it may not show.
   */
  readonly leadIn: readonly number[];
  /** The header row of its table, if that is in an earlier passage; of any part. */
  readonly header: number | null;
}
