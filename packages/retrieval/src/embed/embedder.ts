import type { WireText } from '@memora/core';
import type { WirePlace } from '@memora/privacy';

/** What an embedding is for: some models embed questions and texts differently. */
export type EmbeddingRole = 'document' | 'query';

/**
 * Turns texts into vectors. The texts are wire texts, minted for the embedder's `place`, whether they leave the machine
 * or not: an adapter can then be moved to a cloud without a look at what reaches it. Secret claims reach none.
 */
export interface Embedder {
  /** The model's name; with `version` and `dimensions` it says which vectors may be compared. */
  readonly id: string;
  readonly version: string;
  readonly dimensions: number;
  /** Where the texts go. `loopback` for anything that runs on this machine. */
  readonly place: Extract<WirePlace, 'loopback' | 'cloud-embedder'>;
  /** One vector of `dimensions` finite numbers for each text, in order. */
  readonly embed: (
    texts: readonly WireText[],
    options: { readonly role: EmbeddingRole; readonly signal: AbortSignal },
  ) => Promise<readonly (Float32Array | readonly number[])[]>;
  /** The same at once, for embedders that only compute: their vectors are written with the claims. */
  readonly embedNow?: (texts: readonly WireText[]) => readonly Float32Array[];
  /** A file whose export `readDocuments` makes what `embedNow` would make, on the thread that reads notes. */
  readonly readerFile?: string;
}
