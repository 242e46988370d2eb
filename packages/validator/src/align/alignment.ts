import type { SpanLike } from '@memora/core';

/** How a quote stands in its source. Only `identical`, `normalized` and `case_only` are grounded. */
export type AlignmentStatus = 'identical' | 'normalized' | 'case_only' | 'edited' | 'ambiguous' | 'absent';

/** One place of the source, in UTF-16 code units of its text and in bytes of its UTF-8 form. */
export interface AlignedSpan {
  readonly utf16: SpanLike;
  readonly utf8: SpanLike;
}

/** One step of a token diff between quote and source. */
export interface TokenEdit {
  readonly op: 'equal' | 'insert' | 'delete' | 'replace';
  readonly quote: string;
  readonly source: string;
}

/** Where a quote stands in a source, or why it does not. */
export interface Alignment {
  readonly status: AlignmentStatus;
  readonly spans: readonly AlignedSpan[];
  readonly diff?: readonly TokenEdit[];
}
