import type { Band } from '@memora/core';

/** Text outside any note, with your own id: a table row, a message, the result of a tool. */
export interface Fact {
  /**
   * The place that citations show. 1 to 500 UTF-16 code units without control characters and without empty parts, `.` or `..` between slashes. The part before
   * the last `/` is its region.
   */
  readonly id: string;
  /** The text to cite, unchanged. At most 64 KiB in UTF-8. Markdown is parsed; frontmatter sets no properties of the fact. */
  readonly text: string;
  /** The topic if the text does not name it; the last part of its id by default. */
  readonly title?: string;
  /** Makes one claim of the first sentence, item or row, instead of the extractor's claims for it. */
  readonly triple?: {
    readonly subject: string;
    readonly predicate: string;
    readonly object: string | null;
  };
  /** `private` by default. Secret text belongs in a vault, which has a key; text within privacy markers can't be found. */
  readonly band?: Exclude<Band, 'secret'>;
  /** The period in which it holds: a day, a month or a year, ISO 8601. */
  readonly validFrom?: string;
  readonly validUntil?: string;
}

/** A fact that could not be stored: the code and the reason, which contain none of its text. */
export interface FactFailure {
  readonly id: string;
  readonly code: string;
  readonly reason: string;
}

/** The effect of facts on claims. */
export interface FactReport {
  readonly added: number;
  readonly kept: number;
  readonly retired: number;
  /** Facts that were not stored; the others were. */
  readonly failures: readonly FactFailure[];
}
