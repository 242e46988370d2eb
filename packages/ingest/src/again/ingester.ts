import type { Band, MemoraError } from '@memora/core';
import type { Fetch } from '@memora/privacy';
import type { IngestedDocument } from '../note/ingest-document.ts';
import type { DocumentDetector } from '../note/seal-markdown.ts';
import type { ReadLimits } from '../thread/read-bounded.ts';

/** What a person names: a file, an address, or bytes that they hold. */
export type IngestSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
      /** What the note names as its origin. */
      readonly name: string;
      /** What the source is, whatever its bytes are: the same one updates the same note. The name by default. */
      readonly identity?: string;
    };

export interface IngestOptions {
  /** The folder of new notes; `ingested` by default. */
  readonly region?: string;
  /** Who may see new notes; `private` by default. */
  readonly privacy?: Band;
  readonly title?: string;
  /** A format, an extension or a media type, for what the content does not tell. */
  readonly type?: string;
  /** True writes the whole path of a file into its note; its name alone otherwise. */
  readonly absoluteOrigin?: boolean;
  /** `refresh({ followed: true })` reads it again. */
  readonly follow?: boolean;
  /** Keeps the bytes that it is read from in the vault, so that its text can be extracted again. As the last time by default, and false the first. */
  readonly keepOriginal?: boolean;
  /** Reads it again though it has not changed. */
  readonly force?: boolean;
  /** Takes the new version where it can't be known what somebody has edited in the note. */
  readonly replace?: boolean;
  /** True if an agent handed the bytes over: the note says that an agent wrote it, and not that a file of that name was read. */
  readonly isAgents?: boolean;
  readonly dryRun?: boolean;
  /**
   * Languages in which the `tesseract` of this machine recognises pages that are pictures, such as `deu+eng`. As the last time by default, and none the first.
   * Throws `OCR_MISSING`.
   */
  readonly ocr?: string;
  readonly limits?: ReadLimits;
  /** Told how many pages of a PDF have been read, and of how many. */
  readonly onPage?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** What came of a document, or of a source that gave none. */
export interface IngestOutcome {
  /** What the source is called: an address, or a file name. */
  readonly source: string;
  /**
   * `kept`: the document has changed, and its note stays as it is, because its edits can't be known. `gone`: there is no such source, or none any
   * more. `failed`: see `code`.
   */
  readonly status: IngestedDocument['status'] | 'gone' | 'failed';
  /** Its note; null if it has none. */
  readonly id: string | null;
  readonly path: string | null;
  /** What was written, or would be, or stands; null if nothing came of the source. */
  readonly document: IngestedDocument | null;
  /** Why nothing came of it. */
  readonly error: MemoraError | null;
}

/** A source from which notes were made. */
export interface ListedSource {
  readonly id: string;
  readonly path: string;
  readonly origin: string;
  readonly kind: 'file' | 'url' | 'unknown';
  /** How many notes it has. */
  readonly notes: number;
  readonly follow: boolean;
  /** When it was last there; null if only the note tells of it. */
  readonly seen: string | null;
  readonly goneSince: string | null;
  /** False if this installation does not know where the source is: name it again to read it. */
  readonly canRefresh: boolean;
}

export interface IngesterPorts {
  /** The `fetch` of an egress, asked for before the first request; by default one that reaches the internet alone. */
  readonly send?: () => Promise<Fetch>;
  /** Where the installation's key is; the user's configuration folder by default. */
  readonly configDir?: string;
  readonly detector?: DocumentDetector;
}

/** Ingests sources into one vault, and knows them again. One at a time in a vault: another waits while this one is running, and gets `VAULT_LOCKED` after two minutes. */
export interface Ingester extends AsyncDisposable {
  /** One outcome a document. Throws the signal's reason, and what keeps the vault from being written. */
  readonly ingest: (source: IngestSource, options?: IngestOptions) => AsyncGenerator<IngestOutcome>;
  readonly list: () => Promise<ListedSource[]>;
  /** Reads sources again: those of the ids, or all that this installation knows. */
  readonly refresh: (
    options?: Pick<IngestOptions, 'signal' | 'dryRun' | 'replace' | 'force' | 'limits' | 'onPage'> & {
      readonly ids?: readonly string[];
      /** Only those that are followed, and of addresses only what robots may fetch. */
      readonly followed?: boolean;
    },
  ) => AsyncGenerator<IngestOutcome>;
  /** Forgets a source; its notes stay unless `withNotes`. Null if no source has the id. */
  readonly remove: (
    id: string,
    options?: { readonly withNotes?: boolean; readonly dryRun?: boolean },
  ) => Promise<{ readonly origin: string; readonly notes: readonly string[] } | null>;
}
