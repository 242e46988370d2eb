/** How the time in a question was read. Days are ISO 8601, UTC. */
export interface TimeReading {
  /** The words of the question that were read as a time. */
  readonly words: string;
  /** `2025`, `2025-03`, a day, or two of them with a slash, both included. */
  readonly asOf: string;
  /** The first day; null for whenever before. */
  readonly from: string | null;
  /** The day after the last; null for an open end. */
  readonly until: string | null;
  /** The claim that dates the event of the question, as in `before the move`. */
  readonly event?: string;
  /**
   * True if the answer is of that time. False if nothing was found that held then: the answer is then what would be found without
   * the time, so that a time that was read wrongly hides nothing.
   */
  readonly applied: boolean;
}
