import type { ChallengerReport } from '../upkeep/challenge/challenger-report.ts';
import type { Consolidation } from '../upkeep/consolidate/consolidation.ts';

/** Returns the challenger payload of the CLI and the MCP server. */
export function toChallengerJson({ generatedAt, items, counts, acknowledged }: ChallengerReport) {
  return {
    generated_at: generatedAt,
    items: items.map((item) => ({
      id: item.id,
      kind: item.kind,
      reason: item.reason,
      thing: item.thing,
      severity: item.severity,
      impact: item.impact,
      claim_ids: [...item.claimIds],
      evidence: item.evidence.map(({ claimId, note, span, text }) => ({
        claim_id: claimId,
        note,
        span: span === null ? null : ([span.start, span.end] as const),
        text,
      })),
      action: item.action,
      acknowledged: item.acknowledged,
      ...(item.question === undefined ? {} : { question: item.question }),
    })),
    counts: { ...counts },
    acknowledged,
  };
}

/** Returns the payload of `consolidate`. */
export function toConsolidationJson(done: Consolidation) {
  return {
    regions: done.regions,
    regions_rebuilt: [...done.regionsRebuilt],
    pages_written: [...done.pagesWritten],
    pages_removed: [...done.pagesRemoved],
    sentences: done.sentences,
    dropped: done.dropped,
    proposals: done.proposals,
    notes_moved: done.notesMoved,
    failures: done.failures.map(({ path, code }) => ({ page: path, code })),
  };
}
