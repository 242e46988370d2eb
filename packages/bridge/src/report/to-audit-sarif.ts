import type { AuditFinding, AuditPlace, AuditReport, AuditVerdict } from '../audit/verdict.ts';
import { AUDIT_RULES } from './audit-rules.ts';

/** Options of an audit report. */
export interface AuditReportOptions {
  /** Verdicts that count as failures. */
  readonly failOn: readonly AuditVerdict[];
}

/** An audit as SARIF 2.1.0: one result for each memory that is not grounded, at its bytes. Holds no text of a memory or a source. */
export function toAuditSarif(
  report: AuditReport,
  { failOn, version }: AuditReportOptions & { readonly version: string },
): unknown {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'memora memory audit',
            version,
            informationUri: 'https://www.npmjs.com/package/@memora/cli',
            rules: Object.entries(AUDIT_RULES).map(([id, text]) => ({ id, shortDescription: { text } })),
          },
        },
        results: report.findings
          .filter(({ verdict }) => verdict !== 'grounded')
          .map((finding) => ({
            ruleId: finding.verdict,
            level: failOn.includes(finding.verdict) ? 'error' : 'note',
            message: { text: messageOf(finding) },
            locations: [placeOf(finding.place)],
            ...(finding.against === null
              ? {}
              : {
                  relatedLocations: [
                    { ...placeOf(finding.against), message: { text: 'the claim it was checked against' } },
                  ],
                }),
          })),
      },
    ],
  };
}

/** The reason of a finding with its code. */
export function messageOf({ verdict, code, reason }: AuditFinding): string {
  return `${verdict} (${code}): ${reason}`;
}

function placeOf({ file, span, line }: AuditPlace) {
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(file) },
      region: { startLine: line, byteOffset: span.start, byteLength: span.end - span.start },
    },
  };
}
