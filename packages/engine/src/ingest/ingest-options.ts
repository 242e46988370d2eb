import type { Band } from '@memora/core';
import type { IngestedDocument, ReadLimits } from '@memora/ingest';

/** A file path, an http or https address, or bytes with a name. */
export type IngestSource =
  | string
  | {
      readonly bytes: Uint8Array;
      readonly name?: string;
      /** The source's identity, independent of its bytes: the same source updates the same note. */
      readonly identity?: string;
    };

/** Options of `memory.ingest`. */
export interface IngestOptions {
  /** The folder of the notes; `ingested` by default. */
  readonly region?: string;
  /** Their band; `private` by default. */
  readonly privacy?: Band;
  readonly title?: string;
  /** A format, an extension or a media type, if the content does not determine it. */
  readonly type?: string;
  /** True writes the full path of a file to its note; by default only its name. */
  readonly absoluteOrigin?: boolean;
  /** True allows an address on this machine or in its network. */
  readonly allowLocal?: boolean;
  /** Reads it again with `refreshSources({ followed: true })` and in a watch. */
  readonly follow?: boolean;
  /** Keeps the original in the vault, so that its text can be extracted again; `ingest.keep_originals` of the settings by default. */
  readonly keepOriginal?: boolean;
  /** Languages for OCR of scanned pages by the local `tesseract`, such as `deu+eng`. The previous value by default. */
  readonly ocr?: string;
  /** The limits of reading a source; a minute of processor time and ten seconds per megabyte by default. */
  readonly limits?: ReadLimits;
  /** Called with the number of pages of a PDF that have been read, and the total. */
  readonly onPage?: (done: number, total: number) => void;
  /** Reads a source again even if it is unchanged. */
  readonly force?: boolean;
  /** Takes the new version even if it is unknown whether a person has edited the note. */
  readonly replace?: boolean;
  /** True if an agent supplied the bytes: the note then names an agent as its author instead of a file that was read. */
  readonly isAgents?: boolean;
  /** True indexes the notes immediately. */
  readonly index?: boolean;
  /** Returns what would be written; writes nothing. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/** A document of a source, and its note. */
export interface IngestedSource extends IngestedDocument {
  /** The origin in the note. */
  readonly origin: string;
}

/** A source that could not be read; the others were. The message contains none of its text. */
export interface IngestProblem {
  /** The source: an address, or the name of a file. */
  readonly origin: string;
  /** The code of the error. */
  readonly problem: string;
  readonly message: string;
  readonly hint?: string;
}

/** Options of `memory.refreshSources`. */
export interface RefreshSourcesOptions
  extends Pick<
    IngestOptions,
    'allowLocal' | 'force' | 'replace' | 'limits' | 'onPage' | 'index' | 'dryRun' | 'signal'
  > {
  /** Ids of first notes; all sources by default. */
  readonly ids?: readonly string[];
  /** Only followed sources, and of addresses only those that robots may fetch. */
  readonly followed?: boolean;
}
