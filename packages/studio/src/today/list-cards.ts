import type { Memory } from '@memora/engine';
import { listPairs } from './list-pairs.ts';
import type { createPastFinder } from './list-past.ts';
import type { TodayCard } from './today-card.ts';

/** The number of things that a person settles in a day. */
const MOST_CARDS = 5;

/** The open cards, at most five, without the `decided`: contradictions first, then dates that have passed. */
export async function listCards(
  memory: Pick<Memory, 'contradictions' | 'readSpans'>,
  findPast: ReturnType<typeof createPastFinder>,
  decided: ReadonlySet<string>,
): Promise<readonly TodayCard[]> {
  const pairs = await listPairs(memory, MOST_CARDS, decided);
  const left = MOST_CARDS - pairs.length;
  return left === 0 ? pairs : [...pairs, ...(await findPast(left, decided))];
}
