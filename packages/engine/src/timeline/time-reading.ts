/** How the time in a question was read. Days are ISO 8601, UTC. */
export interface TimeReading {
  /** The words of the question that were read as a time. */
  readonly words: string;
  /** `2025`, `2025-03`, a day, or two of them with a slash, both included. */
  readonly asOf: string;
  /** The first day; null if the time has no beginning. */
  readonly from: string | null;
  /** The day after the last; null if the time has no end. */
  readonly until: string | null;
  /** The claim that dates the event in the question, as in `before the move`. */
  readonly event?: string;
  /**
   * True if the answer is about that time. False if nothing valid then was found: the question was then
   * answered without the time, so that a time that was read wrongly hides nothing.
   */
  readonly applied: boolean;
}
