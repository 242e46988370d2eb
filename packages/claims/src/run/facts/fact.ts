import type { Band } from '@memora/core';

/** A text that is in no note, with an id of the caller's own: a row of a table, a message, what a tool returned. */
export interface Fact {
  /**
   * What a citation of it names as its place. 1 to 500 UTF-16 code units without control characters and without empty parts, `.` and `..`
   * between its slashes. What is before the last `/` is its region.
   */
  readonly id: string;
  /** What is cited, as it is. At most 64 KiB in UTF-8. Markdown in it is read as Markdown; frontmatter says nothing of the fact. */
  readonly text: string;
  /** What it is about, where the text does not say it; the last part of its id by default. Like the id and the triple it is always shown: no marker may hide a part of it. */
  readonly title?: string;
  /** Makes one claim of the first sentence, item or row, in place of what the extractor makes of it. */
  readonly triple?: {
    readonly subject: string;
    readonly predicate: string;
    readonly object: string | null;
  };
  /** `private` by default. What is secret belongs in a vault, which has a key; places of a text that privacy markers hide are found by nobody. */
  readonly band?: Exclude<Band, 'secret'>;
  /** Since when it holds, and until when: a day, a month or a year, ISO 8601. */
  readonly validFrom?: string;
  readonly validUntil?: string;
}

/** A fact that could not be put: the code and the reason, which hold no text of it. */
export interface FactFailure {
  readonly id: string;
  readonly code: string;
  readonly reason: string;
}

/** What putting facts did to claims. */
export interface FactReport {
  readonly added: number;
  readonly kept: number;
  readonly retired: number;
  /** Facts that are not there: the others are. */
  readonly failures: readonly FactFailure[];
}
