import type { Check, Statement, VerificationReport } from '../contract/verification-report.ts';
import { verdictOfAudit } from '../formats/problem.ts';

/** True if every statement has a verified citation, and every citation is verified. */
export function isFullyCited(report: VerificationReport, isStrict = false): boolean {
  return report.verdict === 'verified' && lacksNoSupport(report, isStrict);
}

/** True if no statement lacks support, whatever else is cited. `isStrict`: under the policy `strip`, which also removes headings and lead-ins that no note has. */
export function lacksNoSupport({ statements }: VerificationReport, isStrict = false): boolean {
  return statements.every((statement) => isSupported(statement, isStrict));
}

/** A sentence that nearly repeats its source may say the opposite, so it has no support until a judge finds that it follows. */
function isSupported({ kind, kept, status, wording, judgement }: Statement, isStrict: boolean): boolean {
  if (kind === 'structure') return kept || !isStrict;
  if (!kept || status === 'uncited') return false;
  return judgement === 'supported' || (wording !== 'altered' && wording !== 'excerpt');
}

/** The message of a failed assertion: each unsupported statement, with the reasons. */
export function describeReport(
  report: VerificationReport,
  wanted: string,
  unwanted: string,
  isStrict: boolean,
): string {
  if (isFullyCited(report, isStrict)) return `expected the answer ${unwanted}, but all of it is supported`;
  const lines = report.statements.flatMap((statement, i) =>
    isSupported(statement, isStrict)
      ? []
      : [
          `  ${i + 1}. ${JSON.stringify(statement.text)}`,
          ...reasonsOf(statement, report.checks).map((line) => `     ${line}`),
        ],
  );
  const rest = report.checks.filter(({ status, statementIndex }) => {
    const stands = statementIndex !== null && report.statements[statementIndex]?.kept === true;
    return status !== 'verified' && (statementIndex === null || stands);
  });
  const markers = rest.map((check) => `  marker [${check.claimId}] ${check.status}: ${explain(check)}`);
  return [
    `expected the answer ${wanted}; its verdict is ${verdictOfAudit(report)}:`,
    ...lines,
    ...markers,
  ].join('\n');
}

function reasonsOf({ status, wording, reason, checks }: Statement, all: readonly Check[]): string[] {
  if (status === 'verified') return [`${wording}: ${reason}`];
  if (checks.length === 0) return ['uncited'];
  return checks
    .map((at) => all[at] as Check)
    .map((check) => `[${check.claimId}] ${check.status}: ${explain(check)}`);
}

function explain({ reason, disagreements, quotes }: Check): string {
  const details = [
    ...disagreements.map(
      (d) => `${d.kind} ${JSON.stringify(d.statementToken)} against ${JSON.stringify(d.evidenceToken)}`,
    ),
    ...quotes
      .filter(({ grounded }) => !grounded)
      .map(({ text, status }) => `quotation ${JSON.stringify(text)} is ${status}`),
  ];
  return details.length === 0 ? reason : `${reason} (${details.join('; ')})`;
}
