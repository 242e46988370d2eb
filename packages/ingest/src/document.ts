/** Where a piece of a document is in its original, such as `page 12`, `00:13:05`, `row 40` or `#fees`. */
export interface DocumentAnchor {
  readonly label: string;
  /** The UTF-16 offset in `markdown` from which on it holds, until the next one. */
  readonly offset: number;
}

/** What was left out of a document because nobody who looks at it sees it, and what was made inert. Counts only. */
export interface LeftOut {
  /** Pieces of text that are not visible: white on white, of no size, hidden by a style, tag characters. */
  readonly invisible: number;
  /** Scripts, forms, frames, objects and the like. */
  readonly active: number;
  /** Words of a web page that are outside its article, such as its navigation, and those of heads and feet that the pages of a PDF repeat. */
  readonly words: number;
  /** Privacy and claim markers that are in the note as plain text. */
  readonly markers: number;
}

/** Where a mail is among others, by their keys. */
export interface MailThread {
  readonly root: string;
  readonly answers: string | null;
}

/** What is known of a document besides its text. */
export interface DocumentMeta {
  readonly format: DocumentFormat;
  /** `name@version` of what read it. */
  readonly extractor: string;
  /** The character encoding, where it is not UTF-8. */
  readonly encoding?: string;
  /** ISO 639 code; null if the language of the text is unclear. */
  readonly language: string | null;
  readonly authors: readonly string[];
  /** A day or an instant. */
  readonly published?: string;
  /** The address or the id that the document gives itself, such as the Message-ID of a mail or the link of an entry of a feed. */
  readonly key?: string;
  /** Of a mail: the key of the first mail of its thread, and of the one that it answers. */
  readonly thread?: MailThread;
  /** The band that a Markdown document asks for, where it is stricter than the default. */
  readonly privacy?: 'private' | 'secret';
  readonly pages?: number;
  /** How its text came about, where that is not all of what its extractor gives: some was recognised in pictures, or reading it ended before its end. */
  readonly made?: 'recognised' | 'partial';
  readonly leftOut: LeftOut;
  /** What its reader should know, in sentences without text of the document. */
  readonly notices: readonly string[];
}

/** A document as Markdown whose places in the original are known. */
export interface Document {
  readonly title: string;
  /** Every anchor is in it as a comment on a line of its own, which makes no claim. */
  readonly markdown: string;
  readonly anchors: readonly DocumentAnchor[];
  readonly meta: DocumentMeta;
}

export const DOCUMENT_FORMATS = [
  'text',
  'markdown',
  'captions',
  'html',
  'pdf',
  'docx',
  'odt',
  'pptx',
  'ods',
  'odp',
  'epub',
  'mail',
  'mbox',
  'table',
  'xlsx',
  'notebook',
  'feed',
  'enex',
  'notion',
] as const;
/** What kind of file a document is, decided by its content; the extension or type decides only between kinds of plain text. */
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];
