import type { SpanLike } from '@memora/core';

/** The current bytes of a note, and its hidden spans. */
export interface NoteBytes {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly title: string | null;
  /** Spans that only the owner may see, in bytes. */
  readonly hidden: readonly SpanLike[];
  /** True if the hidden spans are unknown: a remote judge then receives only the cited spans. */
  readonly isGuarded: boolean;
}
