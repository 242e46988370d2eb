import type { Band, Span } from '@memora/core';
import type { NoteProperties } from './frontmatter/note-properties.ts';
import type { NoteTurn, SegmentTurn } from './turns/turn.ts';

/** The kind of a segment. `code`, `comment`, `math` and `html` are kept but are not prose. */
export type SegmentKind =
  | 'sentence'
  | 'list_item'
  | 'task'
  | 'table_row'
  | 'field'
  | 'definition'
  | 'property'
  | 'heading'
  | 'footnote'
  | 'reference'
  | 'code'
  | 'comment'
  | 'math'
  | 'html';

/** A container that a segment is in. */
export type SegmentContainer = 'quote' | 'callout' | 'list' | 'footnote' | 'table';

/** A cell of a table row: its text without the surrounding space, and its bytes. */
export interface TableCell {
  readonly text: string;
  readonly span: Span;
}

/** The smallest unit of a note that an extractor sees. */
export interface Segment {
  readonly kind: SegmentKind;
  /** Bytes of the file. List markers, task boxes, block ids and enclosing container prefixes are outside. */
  readonly span: Span;
  /** Exactly the decoded bytes of `span`. Between two lines of a quote, that includes the `> ` of the second. */
  readonly text: string;
  /** `text` without the container prefixes of continued lines; absent if there are none. */
  readonly prose?: string;
  /** The headings above, outermost first, as plain text. A heading of a stricter band reads `[redacted]`. */
  readonly headingPath: readonly string[];
  readonly band: Band;
  readonly within: readonly SegmentContainer[];
  /** Equal for segments of one block (one paragraph, one list item's paragraph, one table). */
  readonly block: number;
  /** Index, in `segments`, of the first segment of the enclosing list item. */
  readonly parent: number | null;
  /** The key and value of a `key:: value`, `Key: value` or frontmatter line. */
  readonly field?: { readonly key: string; readonly value: string };
  /** `[key:: value]` and `(key:: value)` inside a sentence. */
  readonly inlineFields?: readonly { readonly key: string; readonly value: string }[];
  readonly task?: { readonly done: boolean; readonly mark: string };
  readonly cells?: readonly TableCell[];
  /** The header cells of the row's table; absent on the header row itself. */
  readonly header?: readonly string[];
  readonly isHeader?: true;
  /** Level 1 to 6 of a heading. */
  readonly level?: number;
  /** The first word of a code fence's info string. */
  readonly language?: string;
  /** Label of the footnote the segment belongs to. */
  readonly footnote?: string;
  /** The speaker's turn, in the body of a conversation note. `within` lists the containers inside the turn. */
  readonly turn?: SegmentTurn;
}

/** A link out of a note, as written. */
export interface WikiLink {
  readonly kind: 'wiki' | 'markdown';
  /** The note, path or address that the link names, without heading, block and alias. Empty for a link to its own note. */
  readonly target: string;
  readonly heading: string | null;
  readonly blockId: string | null;
  readonly alias: string | null;
  readonly embed: boolean;
  readonly span: Span;
  readonly band: Band;
}

/** A tag in the body, without its `#`; the span covers the `#`. */
export interface NoteTag {
  readonly tag: string;
  readonly span: Span;
  readonly band: Band;
}

/** A `^block-id` at the end of a block. The span covers the `^`. */
export interface NoteBlockId {
  readonly id: string;
  readonly span: Span;
}

export type NoteBlockKind =
  | 'frontmatter'
  | 'heading'
  | 'paragraph'
  | 'list'
  | 'quote'
  | 'callout'
  | 'table'
  | 'code'
  | 'html'
  | 'comment'
  | 'math'
  | 'reference'
  | 'footnote'
  | 'break';

/** A top-level block of a note. */
export interface NoteBlock {
  readonly kind: NoteBlockKind;
  readonly span: Span;
}

/** A list item at any depth: from its indentation to the end of its own text, nested lists excluded. */
export interface NoteListItem {
  readonly span: Span;
  /** Index, in `items`, of the enclosing item. */
  readonly parent: number | null;
  /** The character in a task's box; `null` for an item that is not a task. */
  readonly mark: string | null;
}

export type NoteDiagnosticCode =
  | 'PRIVACY_MARKER'
  | 'PRIVACY_UNREADABLE'
  | 'FRONTMATTER_UNREADABLE'
  | 'FRONTMATTER_UNCLOSED'
  | 'FRONTMATTER_DUPLICATE_KEY'
  | 'FRONTMATTER_VALUE'
  | 'INVALID_UTF8'
  | 'NUL_BYTES'
  | 'NOTE_SPLIT'
  | 'TURN_DAMAGED'
  | 'NOTE_TOO_DEEP';

/** A warning about a note for its reader. The message never carries text of the note. */
export interface NoteDiagnostic {
  readonly code: NoteDiagnosticCode;
  /** Byte offset in the file. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
  /** The frontmatter key whose value was not read, if Memora knows the key. */
  readonly key?: string;
}

/** A parsed note. */
export interface ParsedNote {
  /** Vault-relative, with `/`. */
  readonly path: string;
  readonly id: string;
  /** The origin of the id. */
  readonly idSource: 'frontmatter' | 'path';
  readonly region: string;
  readonly title: string;
  readonly frontmatter: NoteProperties;
  /** Everything after BOM and frontmatter. */
  readonly body: Span;
  /** The note's own band; a segment's band is never looser. */
  readonly band: Band;
  /** In file order, never overlapping. */
  readonly segments: readonly Segment[];
  readonly links: readonly WikiLink[];
  /** Frontmatter and inline tags without `#`, each once. Inline tags of a stricter band than the note are left out. */
  readonly tags: readonly string[];
  readonly tagSpans: readonly NoteTag[];
  readonly blockIds: readonly NoteBlockId[];
  readonly blocks: readonly NoteBlock[];
  readonly items: readonly NoteListItem[];
  /** The turns of a conversation note; empty for every other note. */
  readonly turns: readonly NoteTurn[];
  readonly diagnostics: readonly NoteDiagnostic[];
}
