import type { IndexReport } from '@memora/claims';
import type { JudgeReport } from '@memora/claims/llm';
import type { UncleanedBackup } from '../privacy/erasing/uncleaned-backup.ts';
import type { VectorOutcome } from '../vectors/open-vectors.ts';

/** The result of `index`: it accounts for every note and claim. */
export interface IndexJson {
  readonly notes: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly removed: number;
  readonly moved: number;
  readonly claims: number;
  readonly claims_new: number;
  readonly claims_kept: number;
  readonly claims_relocated: number;
  readonly claims_retired: number;
  readonly claims_withheld: number;
  readonly contradictions: number;
  readonly stale: number;
  readonly failures: readonly { readonly note: string; readonly code: string; readonly reason: string }[];
  readonly warnings: readonly {
    readonly note: string;
    readonly line: number;
    readonly code: string;
    readonly message: string;
  }[];
  readonly segments: {
    readonly total: number;
    readonly claimed: number;
    readonly gated: Readonly<Record<string, number>>;
    readonly failed: number;
    readonly withheld: number;
  };
  readonly refused: Readonly<Record<string, number>>;
  readonly usage: Readonly<Record<string, number | boolean | null>> | null;
  /** The result of the judge of changes, if one was used. */
  readonly judge: Readonly<Record<string, unknown>> | null;
  /** Backups that may still contain text that has become secret, and what to do about each. */
  readonly backups_not_cleaned: readonly UncleanedBackup[];
  /** Sentences about the parts of the vault that were ignored or not opened. */
  readonly notices: readonly string[];
  readonly complete: boolean;
  /** The result of embedding; null if the config wants no vectors, and for a dry run. */
  readonly vectors: {
    readonly embedder: string;
    readonly embedded: number;
    readonly pending: number;
    readonly problem: { readonly code: string; readonly message: string } | null;
  } | null;
  readonly seconds: number;
}

/** The results of a run besides the notes. */
export interface RelatedCounts {
  readonly contradictions: number;
  readonly stale: number;
  readonly vectors: VectorOutcome | null;
  readonly judged?: JudgeReport;
  readonly uncleanedBackups?: readonly UncleanedBackup[];
  readonly notices?: readonly string[];
}

/** Returns an indexing report as JSON. */
export function toIndexJson(report: IndexReport, related: RelatedCounts): IndexJson {
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
    vectors:
      vectors === null
        ? null
        : {
            embedder: vectors.embedder,
            embedded: vectors.embedded,
            pending: vectors.pending,
            problem: vectors.problem && { code: vectors.problem.code, message: vectors.problem.message },
          },
    judge: related.judged === undefined ? null : toJudgeJson(related.judged),
    backups_not_cleaned: related.uncleanedBackups ?? [],
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
