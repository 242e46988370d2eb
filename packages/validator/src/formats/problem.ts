import type { Check } from '../contract/verification-report.ts';
import type { EntailmentReport } from '../entailment/judge-entailment.ts';

/** What an audit lets pass. */
export interface ProblemOptions {
  readonly allowSuperseded?: boolean;
  readonly allowUncited?: boolean;
  /** What a judge made of the statements that stand, where one was asked. */
  readonly entailment?: EntailmentReport | null;
  /** True makes a statement that is not judged entailed a fault. */
  readonly failUnsupported?: boolean;
}

/** What each fault means, in a line. */
export const RULE_TEXT = {
  malformed: 'The marker cannot be a claim id.',
  unverified: 'No such claim, or its note is gone.',
  redacted: 'The claim is secret: nothing was compared.',
  out_of_context: 'The claim was not among those the answer was written from.',
  fingerprint_mismatch: 'The cited bytes changed since they were recorded.',
  quote_mismatch: 'A quotation does not stand in the cited span.',
  token_mismatch: 'A number, date, name or negation disagrees with the cited span.',
  superseded: 'The claim does not hold any more.',
  uncited: 'The statement carries no citation.',
  not_entailed: 'A judge does not find the statement in the cited text. This is an opinion, no proof.',
} as const;

/** True where a check counts against the answer. */
export function isProblem(check: Pick<Check, 'status'>, options: ProblemOptions): boolean {
  if (check.status === 'verified') return false;
  return check.status !== 'superseded' || options.allowSuperseded !== true;
}

/** The statements that a judge did not find entailed, by their index, with what it said. */
export function notEntailed({ entailment }: ProblemOptions): readonly { at: number; words: string }[] {
  return (entailment?.statements ?? [])
    .filter(({ verdict }) => verdict !== 'entailed')
    .map(({ statementIndex, verdict, reason }) => ({
      at: statementIndex,
      words: reason === null ? verdict : `${verdict}: ${reason}`,
    }));
}
