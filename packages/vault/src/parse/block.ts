/** A half-open range of UTF-16 offsets into the text of a note. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'table'
  | 'code'
  | 'html'
  | 'math'
  | 'comment'
  | 'reference'
  | 'break';

/** A container as the block parser found it. Containers are listed after the one they are in. */
export interface BlockContainer {
  readonly kind: 'quote' | 'list' | 'item' | 'footnote' | 'turn';
  readonly start: number;
  /** Where the indentation before `start` begins that no outer container takes. */
  readonly lead: number;
  end: number;
  /** Index of the enclosing container; -1 at the top. */
  readonly parent: number;
  /** Where the marker of an item ends. */
  readonly contentStart: number;
  /** Label of a footnote. */
  readonly label?: string;
  /** Which frame of a conversation note a turn is. */
  readonly turn?: number;
}

/** A leaf block: UTF-16 ranges only, no text. */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  /** Content of each line, container prefixes and line endings excluded (paragraphs and headings). */
  readonly lines: readonly Range[];
  /** Index of the innermost container; -1 at the top. */
  readonly container: number;
  /** Level of a heading, else 0. */
  readonly level: number;
  /** Rows of a table, without the delimiter row. */
  readonly rows?: readonly BlockRow[];
}

/** A table row with the ranges of its cells. */
export interface BlockRow extends Range {
  readonly isHeader: boolean;
  readonly cells: readonly Range[];
}

/** What a block parser makes of a text. */
export interface BlockTree {
  readonly blocks: readonly Block[];
  readonly containers: readonly BlockContainer[];
  /** Where the parser gave up exactness to stay linear. */
  readonly cuts?: readonly BlockCut[];
}

/** `split`: a block too long to parse at once was cut at a line. `deep`: lines nested too deeply were read as plain paragraphs. */
export interface BlockCut {
  readonly kind: 'split' | 'deep';
  /** UTF-16 offset. */
  readonly at: number;
}

/**
 * A block parser: reads `text` (no BOM, no frontmatter) as CommonMark with tables, footnotes, `$$` and `%%` blocks.
 * `base` is added to each offset. `runBlockParserContract` says what one must do.
 */
export type ParseBlocks = (text: string, base: number) => BlockTree;
