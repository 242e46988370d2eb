import { saysTheSame } from '@memora/claims/internal';
import { meanOf, openMeaning, productOf, unitWithout } from '../within/open-meaning.ts';
import { byAge, type StandingMemory } from './standing-memory.ts';

/** The lowest similarity at which two memories may be about the same thing. */
const LEAST_NEAR = 0.6;
const MOST_PAIRS = 10;

/**
 * Unsettled pairs of memories that are close in meaning, the newer one of each first; the closest pair first.
 * A reader must decide whether the older one is still true.
 */
export async function findNear(
  all: readonly StandingMemory[],
): Promise<readonly (readonly [newer: string, older: string])[]> {
  const embed = await openMeaning();
  const open = all.filter(isOpen).toSorted(byAge);
  const vectors = open.map(({ note }) => embed(note.content));
  const common = meanOf(vectors);
  const units = vectors.map((vector) => unitWithout(common, vector));
  const pairs = open.flatMap(({ note }, i) =>
    open.slice(0, i).flatMap((older, k) => {
      const score = productOf(units[i] as Float32Array, units[k] as Float32Array);
      return score < LEAST_NEAR || saysTheSame(note.content, older.note.content)
        ? []
        : [{ ids: [note.id, older.note.id] as const, score }];
    }),
  );
  return pairs
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_PAIRS)
    .map(({ ids }) => ids);
}

function isOpen({ note, claims }: StandingMemory): boolean {
  const isSaid = claims.length > 0 && claims.every(({ status }) => status === 'current');
  return isSaid && note.held === null && note.supersedes === null && note.privacy !== 'secret';
}
