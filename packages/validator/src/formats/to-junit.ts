import type { VerificationReport } from '../contract/verification-report.ts';
import { locateOffset } from './locate-offset.ts';
import { isProblem, notEntailed, type ProblemOptions, RULE_TEXT, unprovenStatements } from './problem.ts';

/** A test case: its place, its name, and why it failed. */
export interface JunitCase {
  readonly file: string;
  readonly name: string;
  readonly failure: { readonly type: string; readonly message: string } | null;
}

/** A report as JUnit XML: one test case for each citation, and one for each statement that has none. */
export function toJunit(
  report: VerificationReport,
  answer: { readonly text: string; readonly file: string },
  options: ProblemOptions,
): string {
  const at = (offset: number) => {
    const { line, column } = locateOffset(answer.text, offset);
    return `${line}:${column}`;
  };
  const cases: JunitCase[] = report.checks.map((check) => ({
    file: answer.file,
    name: `${at(check.offset.utf16)} [claim:${check.claimId}]`,
    failure: isProblem(check, options)
      ? {
          type: check.status,
          message: `${RULE_TEXT[check.status as keyof typeof RULE_TEXT]} ${check.reason}`,
        }
      : null,
  }));
  if (options.allowUncited !== true) {
    for (const { kind, checks, offset } of report.statements) {
      if (kind !== 'claim' || checks.length > 0) continue;
      cases.push({
        file: answer.file,
        name: `${at(offset.utf16)} uncited`,
        failure: { type: 'uncited', message: RULE_TEXT.uncited },
      });
    }
  }
  for (const { statement, rule } of unprovenStatements(report, options)) {
    cases.push({
      file: answer.file,
      name: `${at(statement.offset.utf16)} ${rule}`,
      failure: { type: rule, message: RULE_TEXT[rule] },
    });
  }
  for (const { at: index, words } of options.failUnsupported === true ? notEntailed(options) : []) {
    cases.push({
      file: answer.file,
      name: `${at(report.statements[index]?.offset.utf16 ?? 0)} not entailed`,
      failure: { type: 'not_entailed', message: `${RULE_TEXT.not_entailed} (${words})` },
    });
  }
  if (cases.length === 0) {
    const failure =
      options.allowUncited === true ? null : { type: report.verdict, message: 'The answer cites nothing.' };
    cases.push({ file: answer.file, name: 'answer', failure });
  }
  return renderJunit('memora verify', cases);
}

/** Test cases as JUnit XML. */
export function renderJunit(suite: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter((each) => each.failure !== null).length;
  const lines = cases.map(({ file, name, failure }) => {
    const head = `    <testcase classname="${escapeXml(file)}" name="${escapeXml(name)}"`;
    if (failure === null) return `${head}/>`;
    return `${head}>\n      <failure type="${escapeXml(failure.type)}" message="${escapeXml(failure.message)}"/>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${cases.length}" failures="${failures}">`,
    `  <testsuite name="${escapeXml(suite)}" tests="${cases.length}" failures="${failures}">`,
    ...lines,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** XML 1.0 has no form at all for most control characters and lone surrogates. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"'\n\r\t]/gu, (char) => `&#${char.charCodeAt(0)};`);
}
