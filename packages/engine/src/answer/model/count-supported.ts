import type { VerificationReport } from '@memora/validator';

/** Returns how many statements of a report are supported by their citations. */
export function countSupported(report: VerificationReport | null | undefined): number {
  return report?.statements.filter((each) => each.kind === 'claim' && each.kept).length ?? 0;
}
