import { REDACTED, secretNoteName } from '../../json/to-claim-json.ts';
import { type LiveClaims, tightenHits } from '../../privacy/live-bands.ts';
import type { Answer, AskOptions } from '../answer.ts';
import type { AnswerPassage } from '../answer-passage.ts';
import { type PassageReaders, readPassage } from '../passages/read-passage.ts';
import { textOf } from '../passages/shown-passage.ts';

/**
 * Returns the answer without text that became secret since its claims were found: hits and nearest claims as their notes are now, no statement and no draft
 * that cites hidden text, and no name of a note that is secret now.
 */
export async function hideFreshSecrets(
  answer: Answer,
  { bands }: Pick<AskOptions, 'bands'>,
  live: LiveClaims,
  readers: PassageReaders,
): Promise<Answer> {
  const tightened = await tightenHits(live, answer.hits, undefined);
  const hits = tightened.filter(({ claim }) => bands === undefined || bands.includes(claim.band));
  const isFresh =
    hits.length < answer.hits.length || hits.some((hit, i) => hit.claim !== answer.hits[i]?.claim);
  const { report } = answer;
  const isHidden = (index: number) => report.checks[index]?.status === 'redacted';
  const isCited =
    report.checks.some((_, index) => isHidden(index)) ||
    answer.refused?.checks.some(({ status }) => status === 'redacted') === true;
  const passages = await keepOpen(answer.passages, readers);
  const nearest = await keepOpen(answer.nearest, readers);
  const isClosed = passages.length < answer.passages.length || nearest.length < answer.nearest.length;
  if (!isFresh && !isCited && !isClosed) return answer;
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
    nearest,
    passages,
    draft: REDACTED,
    refused: null,
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

/** Returns the passages whose text has not changed since they were shown. */
async function keepOpen(
  passages: readonly AnswerPassage[],
  readers: PassageReaders,
): Promise<readonly AnswerPassage[]> {
  const now = await Promise.all(passages.map((passage) => readPassage(passage, readers)));
  return passages.filter(({ text }, i) => {
    const read = now[i];
    return read != null && textOf({ handle: 0, reads: [read] }) === text;
  });
}
