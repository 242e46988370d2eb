import type { Answer } from '../contract/answer.ts';
import type { VerificationReport } from '../contract/verification-report.ts';
import { describeReport, isFullyCited, lacksNoSupport } from './describe-report.ts';
import { type CitedBy, isStrictBy, verifyBy } from './verify-by.ts';

/** A failed assertion in the form of `node:test` and other runners; `report` has the details. */
export class CitationAssertionError extends Error {
  override readonly name = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
  readonly generatedMessage = false;
  readonly operator: string;
  readonly report: VerificationReport;

  constructor(message: string, operator: string, report: VerificationReport) {
    super(message);
    this.operator = operator;
    this.report = report;
  }
}

/** Rejects unless every statement of the answer has a verified citation, and every citation is verified. */
export async function assertCited(answer: Answer, by: CitedBy): Promise<void> {
  const report = await verifyBy(answer, by);
  if (isFullyCited(report, isStrictBy(by))) return;
  const message = describeReport(report, 'to be cited throughout', '', isStrictBy(by));
  throw new CitationAssertionError(message, 'assertCited', report);
}

/** Rejects if a statement lacks support: as {@link assertCited}, but superfluous bad markers are accepted. */
export async function assertNoUnsupportedClaims(answer: Answer, by: CitedBy): Promise<void> {
  const report = await verifyBy(answer, by);
  if (lacksNoSupport(report, isStrictBy(by))) return;
  const message = describeReport(report, 'to have no unsupported claims', '', isStrictBy(by));
  throw new CitationAssertionError(message, 'assertNoUnsupportedClaims', report);
}
