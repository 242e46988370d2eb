import type { IngestedDocument, IngestOptions as OptionsOfIngester } from '@memora/ingest';

/** A file path, an http or https address, or bytes with a name. */
export type IngestSource =
  | string
  | {
      readonly bytes: Uint8Array;
      readonly name?: string;
      /** The source's identity, independent of its bytes: the same source updates the same note. */
      readonly identity?: string;
    };

/** Options of `memory.ingest`. Limits are a minute of processor time and ten seconds per megabyte by default. */
export interface IngestOptions extends OptionsOfIngester {
  /** True allows an address on this machine or in its network. */
  readonly allowLocal?: boolean;
  /** True indexes the notes immediately. */
  readonly index?: boolean;
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
