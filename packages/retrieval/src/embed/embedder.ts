import type { WireText } from '@memora/core';
import type { WirePlace } from '@memora/privacy';

/** The purpose of an embedding. Some models embed questions and texts differently. */
export type EmbeddingRole = 'document' | 'query';

/**
 * Turns texts into vectors. The texts are wire texts minted for the embedder's `place`, even if they stay on the machine, so an adapter can
 * move to a cloud without a new review of its input. Secret claims are never embedded.
 */
export interface Embedder {
  /** The model's name. Vectors are comparable only if `id`, `version` and `dimensions` are equal. */
  readonly id: string;
  readonly version: string;
  readonly dimensions: number;
  /** Where the texts are sent. `loopback` for anything that runs on this machine. */
  readonly place: Extract<WirePlace, 'loopback' | 'cloud-embedder'>;
  /** Returns one vector of `dimensions` finite numbers per text, in order. */
  readonly embed: (
    texts: readonly WireText[],
    options: { readonly role: EmbeddingRole; readonly signal: AbortSignal },
  ) => Promise<readonly (Float32Array | readonly number[])[]>;
  /** Synchronous version, for embedders that only compute. Its vectors are written together with the claims. */
  readonly embedNow?: (texts: readonly WireText[]) => readonly Float32Array[];
  /** A file that exports `readDocuments`, which computes the same vectors as `embedNow` on the thread that reads notes. */
  readonly readerFile?: string;
}
