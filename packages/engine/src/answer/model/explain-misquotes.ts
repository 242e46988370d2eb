import type { VerificationReport } from '@memora/validator';
import type { Misquote } from '../handles/create-citer.ts';

const LONGEST = 200;

/** Returns a report in which a statement with an invented quotation says which words were invented. They are not repeated if a secret passage was shown. */
export function explainMisquotes(
  report: VerificationReport,
  { misquotes, isOpen }: { readonly misquotes: ReadonlyMap<string, Misquote>; readonly isOpen: boolean },
): VerificationReport {
  if (misquotes.size === 0) return report;
  const statements = report.statements.map((statement) => {
    if (statement.kept) return statement;
    const found = statement.checks
      .flatMap((index) => misquotes.get(report.checks[index]?.claimId ?? '') ?? [])
      .at(0);
    if (found === undefined) return statement;
    const where = found.elsewhere === null ? 'does not say that' : 'does not say that: another one does';
    const words = `“${found.quote.replace(/\s+/gu, ' ').slice(0, LONGEST)}”`;
    return {
      ...statement,
      status: 'quote_mismatch' as const,
      reason: `It quotes ${isOpen ? words : 'words'}, and the passage that it names ${where}.`,
    };
  });
  return { ...report, statements };
}
