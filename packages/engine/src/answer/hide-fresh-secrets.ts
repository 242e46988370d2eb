import { REDACTED } from '../json/to-claim-json.ts';
import { type LiveClaims, tightenHits } from '../privacy/live-bands.ts';
import type { Answer, AskOptions } from './answer.ts';

/**
 * The answer without what became secret since its claims were found: hits and nearest claims as their notes are now, and no statement, and
 * no draft, that cites what may not be shown any more.
 */
export async function hideFreshSecrets(
  answer: Answer,
  { bands }: Pick<AskOptions, 'bands'>,
  live: LiveClaims,
): Promise<Answer> {
  const hits = await tightenHits(live, answer.hits, bands);
  const isFresh =
    hits.length < answer.hits.length || hits.some((hit, i) => hit.claim !== answer.hits[i]?.claim);
  const { report } = answer;
  const isHidden = (index: number) => report.checks[index]?.status === 'redacted';
  const isCited = report.checks.some((_, index) => isHidden(index));
  if (!isFresh && !isCited) return answer;
  const shown = new Set(hits.flatMap(({ claim }) => (claim.band === 'secret' ? [] : [claim.id])));
  return {
    ...answer,
    hits,
    nearest: answer.nearest.filter(({ claim }) => shown.has(claim.id)),
    draft: REDACTED,
    report: {
      ...report,
      statements: report.statements.map((statement) =>
        statement.checks.some(isHidden) ? { ...statement, text: REDACTED } : statement,
      ),
    },
  };
}
