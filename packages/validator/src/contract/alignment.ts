import type { Span } from '@memora/core';
import type { TextRange } from '@memora/language/sentences';

/**
 * How a quote is in a source. `identical`: code unit for code unit. `normalized`: the same text under NFC, quote, dash and
 * space variants, soft hyphens, line breaks, Markdown syntax, entities, or an ellipsis within its sentence.
 * `case_only`: the same but for case. `ambiguous`: verbatim, at several places. `edited`: something like it is there.
 * `absent`: nothing like it. Only the first three are grounded.
 */
export type AlignmentStatus = 'identical' | 'normalized' | 'case_only' | 'edited' | 'ambiguous' | 'absent';

/** One place of the source, in UTF-16 code units of the string and in bytes of its UTF-8 form. */
export interface AlignedSpan {
  readonly utf16: TextRange;
  /** Worked out when it is first read: it takes a pass over the text before it. */
  readonly utf8: Span;
}

/**
 * One difference between quote and source. `replaced`, `dropped` (only the source has it), `added` (only the quote), `moved`;
 * `cut`: the quote ends inside this word or number of the source; `jumped`: an ellipsis reaches over the end of its sentence.
 */
export interface AlignmentEdit {
  readonly kind: 'replaced' | 'dropped' | 'added' | 'moved' | 'cut' | 'jumped';
  readonly quote: string | null;
  readonly source: string | null;
}

/** Where a quote is in a source, or why it isn't. */
export interface Alignment {
  readonly status: AlignmentStatus;
  /** True for `identical`, `normalized` and `case_only`. */
  readonly grounded: boolean;
  /** The places: one, one for each part around an ellipsis, all candidates where ambiguous, the nearest text where edited. */
  readonly spans: readonly AlignedSpan[];
  /** What differs, token by token; only where `status` is `edited`. */
  readonly diff?: readonly AlignmentEdit[];
}

/** Options of `alignQuote`. */
export interface AlignOptions {
  /** UTF-16 offset in the source near which the quote is expected: of several places the nearest is taken. */
  readonly near?: number;
  /** Text right before the quote in the source, which decides between several places. */
  readonly before?: string;
  /** Text right after the quote in the source. */
  readonly after?: string;
}
