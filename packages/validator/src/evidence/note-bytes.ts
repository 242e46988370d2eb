import type { SpanLike } from '@memora/core';

/** A note as it was read at this moment, and what is known of it beside its bytes. */
export interface NoteBytes {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly title: string | null;
  /** What nobody but the owner may see, in bytes. */
  readonly hidden: readonly SpanLike[];
  /** True if nobody said what is hidden: a judge elsewhere is shown the cited spans alone. */
  readonly isGuarded: boolean;
}
