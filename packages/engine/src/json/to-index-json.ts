import type { IndexReport } from '@memora/claims';
import type { JudgeReport } from '@memora/claims/llm';
import type { UncleanedBackup } from '../privacy/erasing/uncleaned-backup.ts';
import type { VectorOutcome } from '../vectors/open-vectors.ts';

/** The results of a run besides the notes. */
export interface RelatedCounts {
  readonly contradictions: number;
  readonly stale: number;
  readonly vectors: VectorOutcome | null;
  readonly judged?: JudgeReport;
  readonly uncleanedBackups?: readonly UncleanedBackup[];
  readonly notices?: readonly string[];
}

/** Returns an indexing report as JSON: it accounts for every note and claim. */
export function toIndexJson(report: IndexReport, related: RelatedCounts) {
  const { usage } = report;
  const { vectors } = related;
  return {
    notes: report.notes,
    changed: report.changed,
    unchanged: report.unchanged,
    failed: report.failed,
    removed: report.removed,
    moved: report.moved,
    claims: report.claims,
    claims_new: report.claimsNew,
    claims_kept: report.claimsKept,
    claims_relocated: report.claimsRelocated,
    claims_retired: report.claimsRetired,
    claims_withheld: report.claimsWithheld,
    contradictions: related.contradictions,
    stale: related.stale,
    failures: report.failures,
    warnings: report.warnings,
    segments: report.segments,
    refused: report.refused,
    usage:
      usage === null
        ? null
        : {
            requests: usage.requests,
            retries: usage.retries,
            input_tokens: usage.inputTokens,
            output_tokens: usage.outputTokens,
            segments_sent: usage.segmentsSent,
            estimated: usage.estimated,
          },
    /** The result of embedding; null if the config wants no vectors, and for a dry run. */
    vectors:
      vectors === null
        ? null
        : {
            embedder: vectors.embedder,
            embedded: vectors.embedded,
            pending: vectors.pending,
            problem: vectors.problem && { code: vectors.problem.code, message: vectors.problem.message },
          },
    /** The result of the judge of changes, if one was used. */
    judge: related.judged === undefined ? null : toJudgeJson(related.judged),
    /** Backups that may still contain text that has become secret, and what to do about each. */
    backups_not_cleaned: related.uncleanedBackups ?? [],
    /** Sentences about the parts of the vault that were ignored or not opened. */
    notices: related.notices ?? [],
    complete: report.complete,
    seconds: report.seconds,
  };
}

function toJudgeJson({
  judge,
  judged,
  found,
  refused,
  left,
  requests,
  inputTokens,
  outputTokens,
  failures,
}: JudgeReport) {
  const usage = { requests, input_tokens: inputTokens, output_tokens: outputTokens };
  return { name: judge, judged, found, refused, left, ...usage, failures };
}

/** The result of `index`. */
export type IndexJson = ReturnType<typeof toIndexJson>;
