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

/** A container that the block parser found. Containers are listed after the one that holds them. */
export interface BlockContainer {
  readonly kind: 'quote' | 'list' | 'item' | 'footnote' | 'turn';
  readonly start: number;
  /** The start of the indentation before `start` that belongs to no outer container. */
  readonly lead: number;
  end: number;
  /** Index of the enclosing container; -1 at the top. */
  readonly parent: number;
  /** The end of an item's marker. */
  readonly contentStart: number;
  /** Label of a footnote. */
  readonly label?: string;
  /** The index of the turn's frame in a conversation note. */
  readonly turn?: number;
}

/** A leaf block: UTF-16 ranges only, no text. */
export interface Block {
  readonly kind: BlockKind;
  readonly start: number;
  readonly end: number;
  /** Content of each line, without container prefixes and line endings (paragraphs and headings). */
  readonly lines: readonly Range[];
  /** Index of the innermost container; -1 at the top. */
  readonly container: number;
  /** Level of a heading, otherwise 0. */
  readonly level: number;
  /** Rows of a table, without the delimiter row. */
  readonly rows?: readonly BlockRow[];
}

/** A table row with the ranges of its cells. */
export interface BlockRow extends Range {
  readonly isHeader: boolean;
  readonly cells: readonly Range[];
}

/** The result of a block parser. */
export interface BlockTree {
  readonly blocks: readonly Block[];
  readonly containers: readonly BlockContainer[];
  /** The places where the parser gave up exactness to stay linear. */
  readonly cuts?: readonly BlockCut[];
}

/** `split`: a block too long to parse at once was cut at a line. `deep`: lines nested too deeply were read as plain paragraphs. */
export interface BlockCut {
  readonly kind: 'split' | 'deep';
  /** UTF-16 offset. */
  readonly at: number;
}

/**
 * A block parser: reads `text` (no BOM, no frontmatter) as CommonMark with tables, footnotes, `$$` and `%%` blocks. `base` is added to each offset.
 * `runBlockParserContract` tests the contract.
 */
export type ParseBlocks = (text: string, base: number) => BlockTree;
