/** Where a statement and its evidence disagree. */
export interface TokenDisagreement {
  readonly kind: string;
  readonly statementToken: string;
  /** What the evidence has in its place; `null` where it has nothing. */
  readonly evidenceToken: string | null;
}

/** What the critical-token guard found. `ok` means no disagreement was found, never that the evidence supports the statement. */
export interface CriticalTokenReport {
  readonly ok: boolean;
  readonly disagreements: readonly TokenDisagreement[];
}
