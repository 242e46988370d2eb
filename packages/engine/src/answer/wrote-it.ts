import type { Judge } from '@memora/validator';
import type { OpenedJudge } from './answer-question.ts';

/** What the name of a judge ends in that judges its own draft, wherever its tick stands. */
export const WROTE_IT = ' (which wrote it)';

/** The judge under the name that its verdicts carry; null where there is none. */
export function nameJudge({ judge, isDrafter }: OpenedJudge): Judge | null {
  return judge === null || !isDrafter
    ? judge
    : { ...judge, name: `${judge.name}${WROTE_IT}`, isWriter: true };
}
