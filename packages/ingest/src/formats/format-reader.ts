import type { DocumentMeta, LeftOut } from '../document.ts';
import type { RecogniseText } from '../ocr/page-picture.ts';

/** A piece of a document: one block of Markdown that stands by itself, such as a paragraph, a heading, a list or a table. */
export interface DocumentBlock {
  /** Markdown without blank lines at its ends; text of the document stands escaped in it. */
  readonly text: string;
  /** The place in the original at which it begins, where that is another one than that of the block before. */
  readonly at?: string;
  /** True if its reader looked at each byte, and neither the text nor `at` has one that a marker of any kind needs, or that is not seen. */
  readonly isInert?: true;
}

/** One document, as a reader of a format gives it. What is left out is found by `finishDocument`. */
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

/** The bytes of a source, and what is known of it. */
interface ReaderInput {
  readonly bytes: Uint8Array;
  /** The source piece by piece: for formats that hold many documents and may be larger than memory. Readable once. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** File name without folders, where there is one. */
  readonly name: string | null;
  /** The address it was fetched from. Nothing is fetched; addresses in it are relative to this one. */
  readonly url: string | null;
  /** The character encoding that the sender named, such as in an HTTP header. */
  readonly charset: string | null;
  readonly maxPages: number;
  /** Numbers of pages that are left out, in ascending order: reading them was ended once. */
  readonly costlyPages: readonly number[];
  /** The most bytes that what is packed in it may unpack to. */
  readonly maxUnpackedBytes: number;
  readonly signal?: AbortSignal;
  /** Recognises the text of pages that are pictures; none without. */
  readonly recognise?: RecogniseText;
  /** False once most of what reading may cost is spent: what was read so far is given then, with what is missing. */
  readonly mayGoOn: () => boolean;
  /** Told how many pages have been read, and of how many. */
  readonly onPage: (done: number, total: number) => void;
}

/** What reads documents of one format. One file each; its module is loaded when a document of the format is met. */
export interface FormatReader {
  /** `name@version`: another one where the text it gives may differ. */
  readonly extractor: string;
  /** The documents of a source, one after the other; most formats hold one. Throws an `IngestError`. */
  readonly read: (input: ReaderInput) => AsyncIterable<ReadParts> | Promise<ReadParts>;
}
