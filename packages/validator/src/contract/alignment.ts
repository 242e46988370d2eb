import type { Span } from '@memora/core';
import type { TextRange } from '@memora/language/sentences';

/**
 * How a quote matches a source. `identical`: code unit by code unit. `normalized`: the same text except for NFC, quote, dash and space variants, soft hyphens,
 * line breaks, Markdown syntax, entities, or an ellipsis within a sentence. `case_only`: the same except for case. `ambiguous`: verbatim, at several places.
 * `edited`: a similar text exists. `absent`: nothing similar. Only the first three are grounded.
 */
export type AlignmentStatus = 'identical' | 'normalized' | 'case_only' | 'edited' | 'ambiguous' | 'absent';

/** A place in the source, in UTF-16 code units of the string and in bytes of its UTF-8 form. */
export interface AlignedSpan {
  readonly utf16: TextRange;
  /** Computed on first read, which takes a pass over the text before it. */
  readonly utf8: Span;
}

/**
 * One difference between quote and source. `replaced`, `dropped` (only in the source), `added` (only in the quote), `moved`; `cut`: the quote ends inside this
 * word or number of the source; `jumped`: an ellipsis crosses the end of a sentence.
 */
export interface AlignmentEdit {
  readonly kind: 'replaced' | 'dropped' | 'added' | 'moved' | 'cut' | 'jumped';
  readonly quote: string | null;
  readonly source: string | null;
}

/** The place of a quote in a source, or why it has none. */
export interface Alignment {
  readonly status: AlignmentStatus;
  /** True for `identical`, `normalized` and `case_only`. */
  readonly grounded: boolean;
  /** The places: one; or one per part around an ellipsis; or all candidates if ambiguous; or the most similar text if edited. */
  readonly spans: readonly AlignedSpan[];
  /** The differences, token by token; only if `status` is `edited`. */
  readonly diff?: readonly AlignmentEdit[];
}

/** Options of `alignQuote`. */
export interface AlignOptions {
  /** UTF-16 offset in the source near which the quote is expected: of several places the nearest is used. */
  readonly near?: number;
  /** Text right before the quote in the source, to choose between several places. */
  readonly before?: string;
  /** Text right after the quote in the source. */
  readonly after?: string;
}
