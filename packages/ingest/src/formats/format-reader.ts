import type { DocumentMeta, LeftOut } from '../document.ts';
import type { RecogniseText } from '../ocr/page-picture.ts';

/** A piece of a document: one independent block of Markdown, such as a paragraph, a heading, a list or a table. */
export interface DocumentBlock {
  /** Markdown without surrounding blank lines, with the document's text escaped. */
  readonly text: string;
  /** Its place in the original, if it differs from that of the previous block. */
  readonly at?: string;
  /** True if the reader checked each byte, and neither the text nor `at` has a byte that a marker needs, or an invisible one. */
  readonly isInert?: true;
}

/** One document from a format's reader. `finishDocument` determines what is left out. */
export interface ReadParts {
  readonly title?: string;
  readonly blocks: readonly DocumentBlock[];
  readonly meta?: Partial<
    Pick<
      DocumentMeta,
      | 'encoding'
      | 'language'
      | 'authors'
      | 'published'
      | 'key'
      | 'thread'
      | 'privacy'
      | 'pages'
      | 'made'
      | 'notices'
    >
  > & { readonly leftOut?: Partial<Omit<LeftOut, 'markers'>> };
}

/** The bytes of a source and its metadata. */
interface ReaderInput {
  readonly bytes: Uint8Array;
  /** The source in pieces, for formats that hold many documents and may be larger than memory. Readable once. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** File name without folders, if there is one. */
  readonly name: string | null;
  /** The address it was fetched from, for resolving relative addresses. Nothing is fetched. */
  readonly url: string | null;
  /** The character encoding from the sender, such as an HTTP header. */
  readonly charset: string | null;
  readonly maxPages: number;
  /** Numbers of pages to skip, ascending, because an earlier reading of them was terminated. */
  readonly costlyPages: readonly number[];
  /** Maximum number of bytes that its packed content may unpack to. */
  readonly maxUnpackedBytes: number;
  readonly signal?: AbortSignal;
  /** Recognises the text of pages that are pictures; absent without OCR. */
  readonly recognise?: RecogniseText;
  /** False once most of the budget is spent: the reader then returns what it has read, with a notice about the rest. */
  readonly mayGoOn: () => boolean;
  /** Called with the number of pages read, and their total. */
  readonly onPage: (done: number, total: number) => void;
}

/** Reads documents of one format. Each reader is one file, which is loaded with the first document of its format. */
export interface FormatReader {
  /** `name@version`; changes whenever its text may differ. */
  readonly extractor: string;
  /** The documents of a source, one after the other; most formats hold one. Throws an `IngestError`. */
  readonly read: (input: ReaderInput) => AsyncIterable<ReadParts> | Promise<ReadParts>;
}
