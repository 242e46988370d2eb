import type { CriticalTokenReport } from '../contract/critical-token-report.ts';
import { compareFigures, indexFigures } from './compare-figures.ts';
import { packText } from './pack-text.ts';
import { readFigures } from './read-figures.ts';

/** Options of {@link checkCriticalTokens}: the text around the cited spans counts as evidence too. */
export interface CriticalTokenOptions {
  readonly claim?: {
    readonly subject?: string | null | undefined;
    readonly predicate?: string | null | undefined;
    readonly object?: string | null | undefined;
  };
  readonly noteTitle?: string | null | undefined;
  readonly headingPath?: readonly string[] | null | undefined;
}

/** Finds figures of a statement that its evidence does not have: numbers, units, dates, times, versions, codes and addresses. A difference is decisive if another figure of the same kind is in its place. `ok` means that no decisive difference was found, never that the evidence supports the statement. */
export function checkCriticalTokens(
  statement: string,
  evidence: string | readonly string[],
  { claim, noteTitle, headingPath }: CriticalTokenOptions = {},
): CriticalTokenReport {
  const texts = typeof evidence === 'string' ? [evidence] : evidence;
  const beside = [claim?.subject, claim?.predicate, claim?.object, noteTitle, ...(headingPath ?? [])]
    .filter((text) => typeof text === 'string')
    .join('\n');
  const index = indexFigures([texts.flatMap((text) => readFigures(text)), readFigures(beside)], () =>
    packText([...texts, beside].join('\n')),
  );
  const disagreements = compareFigures(readFigures(statement), index);
  return { ok: !disagreements.some(({ decisive }) => decisive), disagreements };
}
