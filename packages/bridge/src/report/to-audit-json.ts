import type { AuditFinding, AuditPlace, AuditReport } from '../audit/verdict.ts';

/** An audit as JSON: verdicts, reasons and places, without text of a memory or a source. */
export function toAuditJson(report: AuditReport) {
  return {
    memories: report.findings.length,
    source_lines: report.sourceLines,
    counts: report.counts,
    findings: report.findings.map(toFindingJson),
    problems: report.problems,
  };
}

function toFindingJson({ verdict, code, reason, memory, place, against }: AuditFinding) {
  return {
    verdict,
    code,
    reason,
    provider: memory.provider,
    ...toPlaceJson(place),
    against: against === null ? null : toPlaceJson(against),
  };
}

function toPlaceJson({ file, span, line }: AuditPlace) {
  return { file, line, start: span.start, end: span.end };
}
