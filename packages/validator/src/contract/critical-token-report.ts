import type { TextRange } from '@memora/language/sentences';

/** The kind of token on which a statement and its evidence disagree. */
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
  /** One word more, fewer or different, compared with a sentence that the statement nearly repeats. */
  | 'drift'
  /** The statement is not about what it cites. */
  | 'unrelated'
  /** The judge, if there is one, finds a contradiction in the cited text. */
  | 'contradicted';

/** A disagreement between a statement and its evidence. */
export interface TokenDisagreement {
  readonly kind: DisagreementKind;
  readonly statementToken: string;
  /** The corresponding token of the evidence; `null` if there is none. */
  readonly evidenceToken: string | null;
  /** False if it needs attention but proves nothing: such a disagreement is reported and strips nothing. */
  readonly decisive: boolean;
  /**
   * UTF-16 range of `statementToken`: in a report of `verifyCitations`, within the `text` of its statement (markers included); from `checkDrift`, within the
   * statement that was passed. Absent if the token does not occur verbatim, or more than once.
   */
  readonly statement?: TextRange;
  /** UTF-16 range of `evidenceToken`, within the check's `sourceText` or the evidence that was passed. Absent as above. */
  readonly evidence?: TextRange;
  /** For `drift`: all differences between the statement and the sentence that it nearly repeats, in order. `''` if one side has nothing. */
  readonly diff?: readonly TokenDifference[];
}

/** One difference between two aligned sentences: the words of each. */
interface TokenDifference {
  readonly statement: string;
  readonly evidence: string;
}

/** The result of the critical-token guard. `ok` means that no decisive disagreement was found, never that the evidence supports the statement. */
export interface CriticalTokenReport {
  readonly ok: boolean;
  readonly disagreements: readonly TokenDisagreement[];
}
