import { ValidatorError } from './validator-error.ts';
import type { VerificationReport } from './verification-report.ts';

/** Thrown under `mode: 'throw'` if anything in an answer is wrong; contains the whole report. */
export class CitationError extends ValidatorError<'CITATIONS_REJECTED'> {
  static override readonly errorName = 'CitationError';
  readonly report: VerificationReport;

  constructor(report: VerificationReport) {
    const { verdict, counts, uncitedCount, statements } = report;
    const found = Object.entries({
      ...counts,
      verified: 0,
      uncited: uncitedCount,
      'not proven': statements.filter(({ status, kept }) => status === 'verified' && !kept).length,
    }).filter(([, count]) => count > 0);
    super(
      `the answer is ${verdict}: ${found.map(([name, count]) => `${count} ${name}`).join(', ') || 'no citation'}`,
      {
        code: 'CITATIONS_REJECTED',
        hint: 'Look at error.report.',
      },
    );
    this.report = report;
  }
}

/** Throws a {@link CitationError} unless the answer is verified, empty, or fails only because of statements that `uncited` allows. */
export function assertVerified(report: VerificationReport, uncited: 'strip' | 'keep' | 'fail'): void {
  const { verdict, checks, counts, statements } = report;
  if (verdict === 'verified' || verdict === 'empty') return;
  const allowed =
    uncited === 'keep' &&
    counts.verified === checks.length &&
    statements.every(({ kept, kind, checks: own }) => kept || kind === 'structure' || own.length === 0);
  if (!allowed) throw new CitationError(report);
}
