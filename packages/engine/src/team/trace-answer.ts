import type { TeamEpochs, Tracing } from '@memora/postgres';
import type { VerificationReport } from '@memora/validator';

/** The legs of an answer, as codes. */
interface Told {
  readonly degradedReasons: readonly string[];
  readonly epochs?: TeamEpochs;
}

/** `graph: TEAM_TIMEOUT`, without anything after it. */
const REASON = /^([a-z]+): ([A-Z][A-Z_]+)/u;

/** Times a question, and counts the legs that were missing from its answer. */
export function traceAsking<Answer extends Told>(
  tracing: Tracing,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return tracing.span('memora.ask', async (tell) => {
    const answer = await work();
    // An operator who reads metrics must not learn the name of a group.
    for (const [scope, epoch] of Object.entries(answer.epochs ?? {}))
      if (typeof epoch === 'number')
        tell({ [`memora.epoch.${scope.startsWith('@') ? 'group' : scope}`]: epoch });
    tell({ 'memora.degraded': answer.degradedReasons.length });
    for (const reason of answer.degradedReasons) {
      const [, leg, code] = REASON.exec(reason) ?? [];
      if (leg !== undefined && code !== undefined)
        tracing.measure('memora.legs.degraded', 1, { 'memora.leg': leg, 'memora.code': code });
    }
    return answer;
  });
}

/** Times a search for candidates. */
export function traceLegs<Found extends { readonly hits: readonly unknown[] }>(
  tracing: Tracing,
  work: () => Promise<Found>,
): Promise<Found> {
  return tracing.span('memora.legs', async (tell) => {
    const found = await work();
    tell({ 'memora.hits': found.hits.length });
    return found;
  });
}

/** Times a check of citations, and counts its verdicts. */
export function traceVerify(
  tracing: Tracing,
  verify: () => Promise<VerificationReport>,
): Promise<VerificationReport> {
  return tracing.span('memora.verify', async (tell) => {
    const report = await verify();
    for (const [status, count] of Object.entries(report.counts)) {
      if (count === 0) continue;
      tell({ [`memora.verdict.${status}`]: count });
      tracing.measure('memora.verdicts', count, { 'memora.verdict': status });
    }
    return report;
  });
}
