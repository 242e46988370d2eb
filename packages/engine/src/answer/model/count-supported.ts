import type { VerificationReport } from '@memora/validator';

/** How many statements of a report stand by their citations. */
export function countSupported(report: VerificationReport | null | undefined): number {
  return report?.statements.filter((each) => each.kind === 'claim' && each.kept).length ?? 0;
}
