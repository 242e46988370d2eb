import type { Check, VerificationReport } from '../contract/verification-report.ts';

/** True if every statement is carried by a verified citation, and every citation is verified. */
export function isFullyCited({ verdict }: VerificationReport): boolean {
  return verdict === 'verified';
}

/** True if no statement lacks support, whatever else is cited. */
export function lacksNoSupport({ statements }: VerificationReport): boolean {
  return statements.every(({ kind, kept, status }) => kind === 'structure' || (kept && status !== 'uncited'));
}

/** The message of a failed assertion: each unsupported statement, with the reasons. */
export function describeReport(report: VerificationReport, wanted: string, unwanted: string): string {
  if (report.verdict === 'verified') return `expected the answer ${unwanted}, but all of it is supported`;
  const lines = report.statements.flatMap((statement, i) => {
    if (statement.kind === 'structure' || (statement.kept && statement.status !== 'uncited')) return [];
    const checks = statement.checks.map((at) => report.checks[at] as Check);
    const why =
      checks.length === 0
        ? ['uncited']
        : checks.map((check) => `[${check.claimId}] ${check.status}: ${explain(check)}`);
    return [`  ${i + 1}. ${JSON.stringify(statement.text)}`, ...why.map((line) => `     ${line}`)];
  });
  const rest = report.checks.filter(({ status, statementIndex }) => {
    const stands = statementIndex !== null && report.statements[statementIndex]?.kept === true;
    return status !== 'verified' && (statementIndex === null || stands);
  });
  const markers = rest.map((check) => `  marker [${check.claimId}] ${check.status}: ${explain(check)}`);
  return [`expected the answer ${wanted}; its verdict is ${report.verdict}:`, ...lines, ...markers].join(
    '\n',
  );
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
