import type { MarkerRange } from './parse-citations.ts';

/**
 * The role of a unit in its answer: `text` a sentence or list item · `heading` · `leadin` a sentence that ends with a colon, or a bold item · `head` a table's
 * head · `row` · `code` a fenced block.
 */
export type UnitRole = 'text' | 'heading' | 'leadin' | 'head' | 'row' | 'code';

/** The smallest piece of an answer that is kept or removed, with the data to reassemble the answer. */
export interface StatementUnit {
  readonly role: UnitRole;
  /** UTF-16 range in the answer, bound markers included. */
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  /** The text between the previous unit (or the line break after it) and this one's line. */
  readonly gap: string;
  /** Marks before the first unit of a block: `> `, `- [ ] `, `## `. Empty for its other units. */
  readonly lead: string;
  /** True for the first unit of a block. */
  readonly first: boolean;
  readonly markers: readonly MarkerRange[];
  /** True if the last markers are in a separate paragraph. */
  readonly apart: boolean;
  /** The number of markers before the text, which follow no statement. */
  readonly leading: number;
  /** 1 to 6 for a heading, 7 for a bold line that serves as one. */
  readonly level: number;
  readonly item: boolean;
  readonly indent: number;
  /** Blocks of one list, table or quotation have the same number. */
  readonly group: number;
  /** True for the first unit of a block that Markdown reads as a continuation of the paragraph above it. */
  readonly joins: boolean;
  /** True if Markdown reads it as code because it is indented and continues nothing. */
  readonly indented: boolean;
  /**
   * The line after it that makes a heading of its whole paragraph, with the line break before that line, if
   * the paragraph has several units.
   */
  readonly underline: string;
}
