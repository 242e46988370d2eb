/** One leg's list as input to fusion: keys with scores, the best first. */
export interface RankedList {
  readonly name: string;
  /** 0 or more, relative to the sum of all weights. */
  readonly weight: number;
  readonly scores: ReadonlyMap<number, number>;
}

/**
 * Fuses lists into one score per key, 0–1.
 *
 * Each list's scores are scaled so that its best is 1 and its worst (or 0, if that is lower) is 0, then averaged by weight (Bruch, Gai,
 * Ingber 2023). A key gets nothing from a list that does not contain it. The order of the lists does not matter.
 * With `wanted`, other keys take part in the scaling but are left out of the result.
 */
export function fuseScores(
  lists: readonly RankedList[],
  wanted?: { readonly has: (key: number) => boolean },
): Map<number, number> {
  const sorted = [...lists].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const fused = new Map<number, number>();
  if (total === 0) return fused;
  for (const { weight, scores } of sorted) {
    const worthOf = scaledWorth(scores);
    const share = weight / total;
    for (const [key, score] of scores)
      if (wanted === undefined || wanted.has(key))
        fused.set(key, (fused.get(key) ?? 0) + share * worthOf(score));
  }
  return fused;
}

/** Returns a function that scales a score of a list to 0–1. */
function scaledWorth(scores: ReadonlyMap<number, number>): (score: number) => number {
  let best = Number.NEGATIVE_INFINITY;
  let worst = 0;
  for (const score of scores.values()) {
    best = Math.max(best, score);
    worst = Math.min(worst, score);
  }
  const range = best - worst;
  return (score) => (range > 0 ? (score - worst) / range : 1);
}
