import type { TextRange } from '@memora/language/sentences';

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
  /** False if it is worth a look but no proof: such a disagreement is reported and strips nothing. */
  readonly decisive: boolean;
  /**
   * UTF-16 range of `statementToken`, in a report of `verifyCitations` within the `text` of its statement (markers included), in what `checkDrift`
   * finds within the statement that was passed. Absent where the token is there not as it is, or more than once.
   */
  readonly statement?: TextRange;
  /** UTF-16 range of `evidenceToken` within the `sourceText` of the check, or the evidence that was passed. Absent as above. */
  readonly evidence?: TextRange;
  /** Of `drift`: all places in which the statement and the sentence it nearly repeats differ, in order. `''` where one has nothing. */
  readonly diff?: readonly TokenDifference[];
}

/** One place in which two aligned sentences differ: the words of each. */
interface TokenDifference {
  readonly statement: string;
  readonly evidence: string;
}

/** What the critical-token guard found. `ok` means no decisive disagreement was found, never that the evidence supports the statement. */
export interface CriticalTokenReport {
  readonly ok: boolean;
  readonly disagreements: readonly TokenDisagreement[];
}
