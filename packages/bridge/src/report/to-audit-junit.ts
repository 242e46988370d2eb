import { renderJunit } from '@memora/validator/formats';
import type { AuditReport } from '../audit/verdict.ts';
import { type AuditReportOptions, messageOf } from './to-audit-sarif.ts';

/** An audit as JUnit XML: one case for each memory, which fails if its verdict is in `failOn`. Holds no text of a memory or a source. */
export function toAuditJunit(report: AuditReport, { failOn }: AuditReportOptions): string {
  return renderJunit(
    'memora memory audit',
    report.findings.map((finding) => ({
      file: finding.place.file,
      name: `line ${finding.place.line}, byte ${finding.place.span.start}`,
      failure: failOn.includes(finding.verdict)
        ? { type: finding.verdict, message: messageOf(finding) }
        : null,
    })),
  );
}
