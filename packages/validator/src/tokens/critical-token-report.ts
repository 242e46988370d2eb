/** What kind of token the statement and its evidence disagree on. */
export type DisagreementKind =
  | 'number'
  | 'unit'
  | 'date'
  | 'time'
  | 'negator'
  | 'quantifier'
  | 'modal'
  | 'name'
  | 'identifier'
  | 'comparator'
  | 'order'
  | 'condition'
  | 'assertion'
  /** One word more, less or other than in a sentence that the statement nearly repeats. */
  | 'drift'
  /** The statement is not about what it cites. */
  | 'unrelated'
  /** A judge, where one was asked, finds the opposite in what it cites. */
  | 'contradicted';

/** Where a statement and its evidence disagree. */
export interface TokenDisagreement {
  readonly kind: DisagreementKind;
  readonly statementToken: string;
  /** What the evidence has in its place; `null` where it has nothing. */
  readonly evidenceToken: string | null;
  /** False where it is worth a look but no proof: such a disagreement is reported and strips nothing. */
  readonly decisive: boolean;
}

/** What the critical-token guard found. `ok` means no decisive disagreement was found, never that the evidence supports the statement. */
export interface CriticalTokenReport {
  readonly ok: boolean;
  readonly disagreements: readonly TokenDisagreement[];
}
