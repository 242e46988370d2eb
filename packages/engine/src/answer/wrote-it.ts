import type { Judge } from '@memora/validator';
import type { OpenedJudge } from './answer-question.ts';

/** Suffix of a judge's name if it judges its own draft, wherever its check mark appears. */
export const WROTE_IT = ' (which wrote it)';

/** Returns the judge with the name for its verdicts; null if there is none. */
export function nameJudge({ judge, isDrafter }: OpenedJudge): Judge | null {
  return judge === null || !isDrafter
    ? judge
    : { ...judge, name: `${judge.name}${WROTE_IT}`, isWriter: true };
}
