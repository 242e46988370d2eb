import type { Band } from '@memora/core';
import type { IngestedDocument, ReadLimits } from '@memora/ingest';

/** A path of a file, an http or https address, or bytes with a name. */
export type IngestSource =
  | string
  | {
      readonly bytes: Uint8Array;
      readonly name?: string;
      /** What the source is, whatever its bytes are: the same one updates the same note. */
      readonly identity?: string;
    };

/** Options of `memory.ingest`. */
export interface IngestOptions {
  /** The folder of the notes; `ingested` by default. */
  readonly region?: string;
  /** Who may see them; `private` by default. */
  readonly privacy?: Band;
  readonly title?: string;
  /** A format, an extension or a media type: for what the content does not tell. */
  readonly type?: string;
  /** True writes the whole path of a file into its note; its name alone otherwise. */
  readonly absoluteOrigin?: boolean;
  /** True allows an address on this machine or in its network. */
  readonly allowLocal?: boolean;
  /** `refreshSources({ followed: true })`, and a watch, read it again. */
  readonly follow?: boolean;
  /** Keeps the original in the vault, so that its text can be extracted again; `ingest.keep_originals` of the settings by default. */
  readonly keepOriginal?: boolean;
  /** Languages in which the `tesseract` of this machine recognises pages that are pictures, such as `deu+eng`. As the last time by default. */
  readonly ocr?: string;
  /** What reading a source may cost; a minute of processor time and ten seconds a megabyte by default. */
  readonly limits?: ReadLimits;
  /** Told how many pages of a PDF have been read, and of how many. */
  readonly onPage?: (done: number, total: number) => void;
  /** Reads a source again though it has not changed. */
  readonly force?: boolean;
  /** Takes the new version where it can't be known what somebody has edited in the note. */
  readonly replace?: boolean;
  /** True if an agent handed the bytes over: the note says that an agent wrote it, and not that a file of that name was read. */
  readonly isAgents?: boolean;
  /** True indexes the notes at once. */
  readonly index?: boolean;
  /** Says what would be written; writes nothing. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/** A document of a source, and its note. */
export interface IngestedSource extends IngestedDocument {
  /** What the note names as its origin. */
  readonly origin: string;
}

/** A source that could not be read; the others are. The message holds no text of it. */
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
  /** Only those that are followed, and of addresses only what robots may fetch. */
  readonly followed?: boolean;
}
