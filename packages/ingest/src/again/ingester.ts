import type { Band, MemoraError } from '@memora/core';
import type { Fetch } from '@memora/privacy';
import type { IngestedDocument } from '../note/ingest-document.ts';
import type { DocumentDetector } from '../note/seal-markdown.ts';
import type { ReadLimits } from '../thread/read-bounded.ts';

/** A source from the user: a file, an address, or bytes. */
export type IngestSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
      /** The origin that the note names. */
      readonly name: string;
      /**
       * The identity of the source, independent of its bytes: the same identity updates the same note. The
       * name by default.
       */
      readonly identity?: string;
    };

export interface IngestOptions {
  /** The folder of new notes; `ingested` by default. */
  readonly region?: string;
  /** The band of new notes; `private` by default. */
  readonly privacy?: Band;
  readonly title?: string;
  /** A format, an extension or a media type, used if the content does not decide. */
  readonly type?: string;
  /** True writes the whole path of a file into its note; otherwise only its name. */
  readonly absoluteOrigin?: boolean;
  /** True makes `refresh({ followed: true })` read it again. */
  readonly follow?: boolean;
  /**
   * Keeps the original bytes in the vault, so that the text can be extracted again. The default is the
   * previous choice, or false for a new source.
   */
  readonly keepOriginal?: boolean;
  /** Reads it again even if it has not changed. */
  readonly force?: boolean;
  /** Replaces the note with the new version if a person's edits can't be determined. */
  readonly replace?: boolean;
  /** True if an agent provided the bytes: the note then names an agent as its author, and does not claim that a file of that name was read. */
  readonly isAgents?: boolean;
  readonly dryRun?: boolean;
  /**
   * Languages in which the `tesseract` of this machine recognises pages that are pictures, such as `deu+eng`. By default as the last time, at first none.
   * Throws `OCR_MISSING`.
   */
  readonly ocr?: string;
  readonly limits?: ReadLimits;
  /** Called with the number of PDF pages read, and their total. */
  readonly onPage?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** The result for a document, or for a source without documents. */
export interface IngestOutcome {
  /** The source's name: an address, or a file name. */
  readonly source: string;
  /**
   * `kept`: the document has changed, but its note stays, because a person's edits in it can't be determined.
   * `gone`: the source does not exist, or no longer exists. `failed`: see `code`.
   */
  readonly status: IngestedDocument['status'] | 'gone' | 'failed';
  /** Its note; null if it has none. */
  readonly id: string | null;
  readonly path: string | null;
  /** The written, planned or existing document; null if the source gave none. */
  readonly document: IngestedDocument | null;
  /** The reason for a failure. */
  readonly error: MemoraError | null;
}

/** A source of notes. */
export interface ListedSource {
  readonly id: string;
  readonly path: string;
  readonly origin: string;
  readonly kind: 'file' | 'url' | 'unknown';
  /** The number of its notes. */
  readonly notes: number;
  readonly follow: boolean;
  /** When it was last found; null if only the note records it. */
  readonly seen: string | null;
  readonly goneSince: string | null;
  /** False if this installation does not know the source's location: name it again to read it. */
  readonly canRefresh: boolean;
}

export interface IngesterPorts {
  /** Returns the `fetch` of an egress, before the first request; by default one that only reaches the internet. */
  readonly send?: () => Promise<Fetch>;
  /** The folder of the installation's key; the user's configuration folder by default. */
  readonly configDir?: string;
  readonly detector?: DocumentDetector;
}

/** Ingests sources into one vault, and recognises them later. One run at a time per vault: another waits, and gets `VAULT_LOCKED` after two minutes. */
export interface Ingester extends AsyncDisposable {
  /** Yields one outcome per document. Throws the signal's reason, and errors that make the vault unwritable. */
  readonly ingest: (source: IngestSource, options?: IngestOptions) => AsyncGenerator<IngestOutcome>;
  readonly list: () => Promise<ListedSource[]>;
  /** Reads sources again: those with the ids, or all that this installation knows. */
  readonly refresh: (
    options?: Pick<IngestOptions, 'signal' | 'dryRun' | 'replace' | 'force' | 'limits' | 'onPage'> & {
      readonly ids?: readonly string[];
      /** Only followed sources; for addresses, only those that robots may fetch. */
      readonly followed?: boolean;
    },
  ) => AsyncGenerator<IngestOutcome>;
  /** Forgets a source; its notes stay unless `withNotes` is set. Null if no source has the id. */
  readonly remove: (
    id: string,
    options?: { readonly withNotes?: boolean; readonly dryRun?: boolean },
  ) => Promise<{ readonly origin: string; readonly notes: readonly string[] } | null>;
}
