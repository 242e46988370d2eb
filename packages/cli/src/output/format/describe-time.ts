import type { Answer } from '@memora/engine';
import { sayPeriod } from '@memora/language/asked-time';
import { toShortLine } from './format-claim.ts';

/** In code points: at most this much of a question is repeated. */
const LONGEST = 80;

/**
 * How the time in the question was read, so that a wrong reading is visible; nothing if the question names no
 * time.
 */
export function describeTime({
  time,
  abstained,
  writtenBy,
}: Pick<Answer, 'time' | 'abstained' | 'writtenBy'>): string[] {
  if (time === undefined) return [];
  const period = time.until === null ? `from ${sayPeriod(time.from ?? time.asOf)} on` : sayPeriod(time.asOf);
  const asked = `"${toShortLine(time.words, LONGEST)}"`;
  const shown = time.until === null ? period.replace('from', 'From') : `As of ${period}`;
  // A model sees passages of any time, and chooses.
  if (time.applied && writtenBy === 'model') return [`Read ${asked} as ${period}.`, ''];
  if (time.applied) return [`${shown} (read from ${asked}):`, ''];
  return abstained
    ? [`Read ${asked} as ${period}.`]
    : [`Read ${asked} as ${period}. Nothing was found for that time. These passages are from any time:`, ''];
}
