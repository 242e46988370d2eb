/** A decision that is written to the ledger when its time is up. */
export interface PendingDecision {
  readonly undo: string;
  readonly card: string;
  /** Milliseconds until it is written. */
  readonly waitMs: number;
}

/** What came of a decision whose time was up. */
export interface DecisionOutcome {
  readonly undo: string;
  readonly card: string;
  /** Code of what stood in the way; null where it is in the ledger. */
  readonly fault: string | null;
}
