import { REDACTED, secretNoteName } from '../../json/to-claim-json.ts';
import { type LiveClaims, tightenHits } from '../../privacy/live-bands.ts';
import type { Answer, AskOptions } from '../answer.ts';

/**
 * The answer without what became secret since its claims were found: hits and nearest claims as their notes are now, no statement, and
 * no draft, that cites what may not be shown any more, and no name of a note that is secret now.
 */
export async function hideFreshSecrets(
  answer: Answer,
  { bands }: Pick<AskOptions, 'bands'>,
  live: LiveClaims,
): Promise<Answer> {
  const tightened = await tightenHits(live, answer.hits, undefined);
  const hits = tightened.filter(({ claim }) => bands === undefined || bands.includes(claim.band));
  const isFresh =
    hits.length < answer.hits.length || hits.some((hit, i) => hit.claim !== answer.hits[i]?.claim);
  const { report } = answer;
  const isHidden = (index: number) => report.checks[index]?.status === 'redacted';
  const isCited = report.checks.some((_, index) => isHidden(index));
  if (!isFresh && !isCited) return answer;
  const shown = new Set(hits.flatMap(({ claim }) => (claim.band === 'secret' ? [] : [claim.id])));
  const hiddenNames = new Map(
    tightened.flatMap(({ claim }, i) =>
      claim.noteBand === 'secret' && answer.hits[i]?.claim.noteBand !== 'secret'
        ? [[claim.notePath, secretNoteName(claim.id)] as const]
        : [],
    ),
  );
  return {
    ...answer,
    hits,
    nearest: answer.nearest.filter(({ claim }) => shown.has(claim.id)),
    passages: answer.passages.filter(({ claimIds }) => claimIds.every((id) => shown.has(id))),
    draft: REDACTED,
    notices: {
      ...answer.notices,
      behind: answer.notices.behind.map((path) => hiddenNames.get(path) ?? path).sort(),
    },
    report: {
      ...report,
      statements: report.statements.map((statement) =>
        statement.checks.some(isHidden) ? { ...statement, text: REDACTED } : statement,
      ),
    },
  };
}
