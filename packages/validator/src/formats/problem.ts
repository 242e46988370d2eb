import type { Check, Statement, Verdict, VerificationReport } from '../contract/verification-report.ts';
import type { EntailmentReport } from '../entailment/judge-entailment.ts';

/** The problems that an audit accepts. */
export interface ProblemOptions {
  readonly allowSuperseded?: boolean;
  readonly allowUncited?: boolean;
  /** Accepts statements that nobody judged and that nearly repeat the note, or a part of a sentence of it. */
  readonly allowAltered?: boolean;
  /** The judge's verdicts on the kept statements, if a judge was called. */
  readonly entailment?: EntailmentReport | null;
  /** True makes a statement that is not judged entailed a fault. */
  readonly failUnsupported?: boolean;
}

/** The meaning of each fault, in one line. */
export const RULE_TEXT = {
  malformed: 'The marker cannot be a claim id.',
  unverified: 'No such claim, or its note is gone.',
  redacted: 'The claim is secret: nothing was compared.',
  out_of_context: 'The claim was not among those the answer was written from.',
  fingerprint_mismatch: 'The cited bytes changed since they were recorded.',
  quote_mismatch: 'A quotation is not in the cited span.',
  token_mismatch: 'A figure of the statement is not in the cited text.',
  superseded: 'The claim no longer holds.',
  uncited: 'The statement has no citation.',
  altered: 'The statement differs from the words of the note, and nobody judged it.',
  excerpt: 'The statement is a part of a sentence of the note, and nobody judged it.',
  contradicted:
    'A judge finds that the cited text contradicts the statement. This is an opinion, not a proof.',
  not_told: 'A judge does not find the statement in the cited text. This is an opinion, not a proof.',
  not_entailed: 'A judge does not find the statement in the cited text. This is an opinion, not a proof.',
} as const;

/** True if a check counts against the answer. */
export function isProblem(check: Pick<Check, 'status'>, options: ProblemOptions): boolean {
  if (check.status === 'verified') return false;
  return check.status !== 'superseded' || options.allowSuperseded !== true;
}

/** The fault of a statement with valid citations; `null` if there is none. */
export function faultOfStatement(
  { kind, kept, status, wording, judgement }: Statement,
  { allowAltered }: ProblemOptions,
): 'altered' | 'excerpt' | 'contradicted' | 'not_told' | null {
  if (kind !== 'claim' || kept || status !== 'verified') return null;
  if (judgement === 'contradicted' || judgement === 'not_told') return judgement;
  if (wording !== 'altered' && wording !== 'excerpt') return null;
  return allowAltered === true ? null : wording;
}

/** The statements that are refused although their citations are valid, with the rule that each breaks. */
export function unprovenStatements(
  { statements }: VerificationReport,
  options: ProblemOptions,
): readonly { readonly statement: Statement; readonly rule: keyof typeof RULE_TEXT }[] {
  return statements.flatMap((statement) => {
    const rule = faultOfStatement(statement, options);
    return rule === null ? [] : [{ statement, rule }];
  });
}

/** The statements that a judge did not find entailed, by index, with its verdict. */
export function notEntailed({ entailment }: ProblemOptions): readonly { at: number; words: string }[] {
  return (entailment?.statements ?? [])
    .filter(({ verdict }) => verdict !== 'entailed')
    .map(({ statementIndex, verdict, reason }) => ({
      at: statementIndex,
      words: reason === null ? verdict : `${verdict}: ${reason}`,
    }));
}

/**
 * Returns the verdict of an audit. It is the report's own, but `verified` becomes `partial` if a statement counts as a fault although its citations hold, and
 * `rejected` if no statement is kept. An audit with a fault of a statement is thus never called verified.
 */
export function verdictOfAudit(report: VerificationReport, options: ProblemOptions = {}): Verdict {
  const isFaulty =
    unprovenStatements(report, options).length > 0 ||
    (options.failUnsupported === true && notEntailed(options).length > 0);
  if (report.verdict !== 'verified' || !isFaulty) return report.verdict;
  return report.statements.some(({ kind, kept }) => kind === 'claim' && kept) ? 'partial' : 'rejected';
}
