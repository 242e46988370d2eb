import type { Check, VerificationReport } from '../contract/verification-report.ts';
import { locateOffset } from './locate-offset.ts';
import { isProblem, notEntailed, type ProblemOptions, RULE_TEXT, unprovenStatements } from './problem.ts';

/** A report as SARIF 2.1.0: one result for each citation that counts against the answer, at its place in the answer. */
export function toSarif(
  report: VerificationReport,
  answer: { readonly text: string; readonly file: string },
  options: ProblemOptions & { readonly version: string },
): unknown {
  const checks = report.checks.filter((check) => isProblem(check, options));
  const uncited =
    options.allowUncited === true
      ? []
      : report.statements.filter((each) => each.kind === 'claim' && each.checks.length === 0);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'memora',
            version: options.version,
            informationUri: 'https://www.npmjs.com/package/@memora/cli',
            rules: Object.entries(RULE_TEXT).map(([id, text]) => ({ id, shortDescription: { text } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: [
          ...checks.map((check) => ({
            ruleId: check.status,
            level: 'error',
            message: { text: `[claim:${printableId(check)}] ${check.status}: ${check.reason}` },
            locations: [place(answer, check.offset.utf16)],
            ...(check.notePath === null || check.span === null
              ? {}
              : {
                  relatedLocations: [
                    {
                      message: { text: 'the cited span' },
                      physicalLocation: {
                        artifactLocation: { uri: encodeURI(check.notePath) },
                        region: {
                          byteOffset: check.span.start,
                          byteLength: check.span.end - check.span.start,
                        },
                      },
                    },
                  ],
                }),
          })),
          ...uncited.map((statement) => ({
            ruleId: 'uncited',
            level: 'error',
            message: { text: RULE_TEXT.uncited },
            locations: [place(answer, statement.offset.utf16)],
          })),
          ...unprovenStatements(report, options).map(({ statement, rule }) => ({
            ruleId: rule,
            level: 'error',
            message: { text: RULE_TEXT[rule] },
            locations: [place(answer, statement.offset.utf16)],
            properties: { wording: statement.wording, judgement: statement.judgement },
          })),
          ...notEntailed(options).map(({ at, words }) => ({
            ruleId: 'not_entailed',
            level: options.failUnsupported === true ? 'error' : 'warning',
            message: { text: `${RULE_TEXT.not_entailed} (${words})` },
            locations: [place(answer, report.statements[at]?.offset.utf16 ?? 0)],
          })),
        ],
      },
    ],
  };
}

function place(answer: { readonly text: string; readonly file: string }, offset: number): unknown {
  const { line, column } = locateOffset(answer.text, offset);
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(answer.file) },
      region: { startLine: line, startColumn: column },
    },
  };
}

function printableId(check: Check): string {
  return check.claimId.replace(/[^\w -]/gu, '?').slice(0, 64);
}
