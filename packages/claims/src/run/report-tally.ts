import type { ExtractionUsage, IndexReport, NoteWarning } from '../model/index-report.ts';
import { reportedDiagnostics } from '../prepare/note-dates.ts';
import type { NoteOutcome, NoteWork } from '../store/note-work.ts';

/** The findings of the pass over everything that changed. */
export interface Related {
  readonly contradictions: number;
  readonly stale: number;
}

/** Sums up the results of a run. */
export interface ReportTally {
  readonly addNote: (work: NoteWork, outcome: NoteOutcome) => void;
  readonly addFailure: (note: string, code: string, reason: string) => void;
  readonly addUsage: (usage: ExtractionUsage) => void;
  /** The usage so far. */
  readonly usage: () => ExtractionUsage | null;
  readonly addRemoved: (notes: number, retired: number) => void;
  readonly addMoved: () => void;
  /** Corrects claims that were counted as new in one note and retired in another although they are the same. */
  readonly addCarried: (count: number, retired: number) => void;
  readonly addUnchanged: (count: number) => void;
  readonly toReport: (claims: number, related: Related, seconds: number, complete: boolean) => IndexReport;
}

export function createReportTally(): ReportTally {
  const counts = { changed: 0, unchanged: 0, removed: 0, moved: 0 };
  const claims = { claimsNew: 0, claimsKept: 0, claimsRelocated: 0, claimsRetired: 0, claimsWithheld: 0 };
  const segments = { total: 0, claimed: 0, failed: 0, withheld: 0, standing: 0 };
  const gated: Record<string, number> = {};
  const refused: Record<string, number> = {};
  const failures = new Map<string, { note: string; code: string; reason: string }>();
  const warnings: NoteWarning[] = [];
  let usage: ExtractionUsage | null = null;

  return {
    addNote: (work, outcome) => {
      const { note, extraction, asked } = work;
      const claimed = new Set(extraction.claims.map((claim) => claim.segment));
      // A note with a failed part counts as failed: the next run continues with it.
      const [failure] = extraction.failed.values();
      if (failure === undefined) counts.changed++;
      else failures.set(note.path, { note: note.path, ...failure });
      for (const { line, code, message } of reportedDiagnostics(note))
        warnings.push({ note: note.path, line, code, message });
      claims.claimsNew += outcome.added;
      claims.claimsKept += outcome.kept;
      claims.claimsRelocated += outcome.relocated;
      claims.claimsRetired += outcome.retired;
      claims.claimsWithheld += outcome.withheld;
      segments.total += note.segments.length;
      for (const index of extraction.failed.keys()) claimed.delete(index);
      segments.claimed += claimed.size - outcome.withheldSegments;
      segments.withheld += outcome.withheldSegments;
      segments.failed += extraction.failed.size;
      segments.standing += note.segments.length - asked.length;
      for (const reason of extraction.gated.values()) gated[reason] = (gated[reason] ?? 0) + 1;
      for (const [reason, count] of Object.entries(extraction.refused)) {
        refused[reason] = (refused[reason] ?? 0) + count;
      }
    },
    addFailure: (note, code, reason) => failures.set(note, { note, code, reason }),
    addUsage: (more) => {
      usage = usage === null ? more : addUsage(usage, more);
    },
    usage: () => usage,
    addRemoved: (notes, retired) => {
      counts.removed += notes;
      claims.claimsRetired += retired;
    },
    addMoved: () => counts.moved++,
    addCarried: (count, retired) => {
      claims.claimsNew -= count;
      claims.claimsRetired -= retired;
      claims.claimsKept += count;
      claims.claimsRelocated += count;
    },
    addUnchanged: (count) => {
      counts.unchanged += count;
    },
    toReport: (live, related, seconds, complete) => ({
      notes: counts.changed + counts.unchanged + failures.size,
      ...counts,
      failed: failures.size,
      claims: live,
      contradictions: related.contradictions,
      stale: related.stale,
      ...claims,
      segments: { ...segments, gated },
      refused,
      failures: [...failures.values()],
      warnings: warnings.sort((a, b) => (a.note === b.note ? a.line - b.line : a.note < b.note ? -1 : 1)),
      usage,
      complete,
      seconds,
    }),
  };
}

/** Returns the sum of two usages. */
export function addUsage(a: ExtractionUsage, b: ExtractionUsage): ExtractionUsage {
  return {
    requests: a.requests + b.requests,
    retries: a.retries + b.retries,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    segmentsSent: a.segmentsSent + b.segmentsSent,
    estimated: a.estimated || b.estimated,
  };
}
