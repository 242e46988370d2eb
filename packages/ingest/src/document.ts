/** The place of a piece of a document in its original, such as `page 12`, `00:13:05`, `row 40` or `#fees`. */
export interface DocumentAnchor {
  readonly label: string;
  /** The UTF-16 offset in `markdown` from which it applies, until the next one. */
  readonly offset: number;
}

/** Counts of what was left out because it is invisible, and of what was made inert. */
export interface LeftOut {
  /** Pieces of invisible text: white on white, zero size, hidden by a style, tag characters. */
  readonly invisible: number;
  /** Scripts, forms, frames, objects and similar elements. */
  readonly active: number;
  /** Words of a web page outside its article, such as its navigation, and of repeated headers and footers in a PDF. */
  readonly words: number;
  /** Privacy and claim markers that were turned into plain text. */
  readonly markers: number;
}

/** The position of a mail in its thread, by keys. */
export interface MailThread {
  readonly root: string;
  readonly answers: string | null;
}

/** The metadata of a document. */
export interface DocumentMeta {
  readonly format: DocumentFormat;
  /** `name@version` of its reader. */
  readonly extractor: string;
  /** The character encoding, if it is not UTF-8. */
  readonly encoding?: string;
  /** ISO 639 code; null if the language is unclear. */
  readonly language: string | null;
  readonly authors: readonly string[];
  /** A day or an instant. */
  readonly published?: string;
  /** The document's own address or id, such as the Message-ID of a mail or the link of a feed entry. */
  readonly key?: string;
  /** For a mail: the keys of the first mail of its thread and of the mail that it answers. */
  readonly thread?: MailThread;
  /** The band that a Markdown document requests, if it is stricter than the default. */
  readonly privacy?: 'private' | 'secret';
  readonly pages?: number;
  /** Set if the text is not simply what the extractor gives: some was recognised in pictures, or reading stopped early. */
  readonly made?: 'recognised' | 'partial';
  readonly leftOut: LeftOut;
  /** Notices for the reader of the document, as sentences without its text. */
  readonly notices: readonly string[];
}

/** A document as Markdown, with its places in the original. */
export interface Document {
  readonly title: string;
  /** Every anchor is a comment on its own line, which makes no claim. */
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
/** The format of a document, decided by its content. The extension or type decides only between kinds of plain text. */
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];
