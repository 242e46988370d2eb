import { spellTreacherous } from '@memora/language/text';
import type { Check, VerificationReport } from '../contract/verification-report.ts';
import { describeDifferences, markStatement } from '../formats/describe-statement.ts';
import { verdictOfAudit } from '../formats/problem.ts';

/** Formats one paragraph per statement: its text, the status of each citation, and any disagreement. */
export function formatText(report: VerificationReport, allowUncited: boolean): string {
  const lines = report.statements.flatMap((statement) => {
    const { text, kind, kept, checks, reason } = statement;
    const said = toOneLine(text);
    if (kind === 'structure') return [`  ${said}`];
    const isAllowed = checks.length === 0 && allowUncited;
    const mark = kept ? markStatement(statement) : '✗';
    const why = checks.map((at) => `    ${describe(report.checks[at] as Check)}`);
    if (checks.length === 0) why.push(isAllowed ? '    uncited (allowed)' : `    uncited: ${reason}`);
    else why.push(`    ${toOneLine([reason, ...describeDifferences(statement)].join(' · '))}`);
    return [`${isAllowed ? '~' : mark} ${said}`, ...why];
  });
  const stray = report.checks.filter(({ statementIndex }) => statementIndex === null);
  const counts = Object.entries({ ...report.counts, uncited: report.uncitedCount })
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status}`);
  return `${[...lines, ...stray.map((check) => `✗ ${describe(check)}`), '', `Verdict: ${verdictOfAudit(report)} (${counts.join(', ')})`].join('\n')}\n`;
}

function describe({ status, reason, notePath, disagreements }: Check): string {
  const details = disagreements.map(
    ({ kind, statementToken, evidenceToken }) =>
      `${kind}: “${statementToken}”, ${evidenceToken === null ? 'nowhere in the source' : `in the source “${evidenceToken}”`}`,
  );
  const place = notePath === null ? '' : ` ${toOneLine(notePath)}`;
  const why = status === 'verified' ? '' : `: ${toOneLine(reason)}`;
  return `${status}${place}${why}${details.length === 0 ? '' : ` (${toOneLine(details.join('; '))})`}`;
}

/** Puts a text on one line, without characters that control a terminal. */
function toOneLine(text: string): string {
  return spellTreacherous(text.replace(/\s+/gu, ' ')).trim();
}
