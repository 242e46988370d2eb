import type { Band } from '@memora/core';
import type { IngestedDocument } from '@memora/ingest';

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
  /** True indexes the notes at once. */
  readonly index?: boolean;
  /** Tells what would be written; writes nothing. */
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
  /** The code of the error. */
  readonly problem: string;
  readonly message: string;
  readonly hint?: string;
}
