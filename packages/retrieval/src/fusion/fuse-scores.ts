/** One leg's list as fusion sees it: keys with scores, the best first. */
export interface RankedList {
  readonly name: string;
  /** 0 or more. The weights of all lists are taken relative to their sum. */
  readonly weight: number;
  readonly scores: ReadonlyMap<number, number>;
}

export type Fusion = 'convex' | 'rrf';

const RRF_CONSTANT = 60;

/**
 * Joins lists into one score for each key, 0–1.
 *
 * `convex`: each list's scores are scaled so that its best is 1 and its worst (or 0, if that is lower) is 0, then averaged by
 * weight (Bruch, Gai, Ingber 2023). `rrf`: weight / (60 + rank), the sum scaled so that first place everywhere is 1 (Cormack,
 * Clarke, Büttcher 2009). A key that a list does not hold gets nothing from it. The order of the lists plays no part.
 * With `wanted`, keys besides those are scaled with and left out.
 */
export function fuseScores(
  lists: readonly RankedList[],
  fusion: Fusion = 'convex',
  wanted?: { readonly has: (key: number) => boolean },
): Map<number, number> {
  const sorted = [...lists].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const fused = new Map<number, number>();
  if (total === 0) return fused;
  for (const { weight, scores } of sorted) {
    const worthOf = fusion === 'rrf' ? rankWorth(scores) : scaledWorth(scores);
    const share = weight / total;
    for (const [key, score] of scores)
      if (wanted === undefined || wanted.has(key))
        fused.set(key, (fused.get(key) ?? 0) + share * worthOf(key, score));
  }
  return fused;
}

/** What a key with its score is worth in a list, 0–1. */
type WorthOf = (key: number, score: number) => number;

function scaledWorth(scores: ReadonlyMap<number, number>): WorthOf {
  let best = Number.NEGATIVE_INFINITY;
  let worst = 0;
  for (const score of scores.values()) {
    best = Math.max(best, score);
    worst = Math.min(worst, score);
  }
  const range = best - worst;
  return (_, score) => (range > 0 ? (score - worst) / range : 1);
}

/** Equal scores share the better rank, so that the order in which a list happens to hold them plays no part. */
function rankWorth(scores: ReadonlyMap<number, number>): WorthOf {
  const ordered = [...scores].sort((a, b) => b[1] - a[1]);
  const worth = new Map<number, number>();
  let rank = 0;
  ordered.forEach(([key, score], i) => {
    if (i === 0 || score !== ordered[i - 1]?.[1]) rank = i + 1;
    worth.set(key, (RRF_CONSTANT + 1) / (RRF_CONSTANT + rank));
  });
  return (key) => worth.get(key) ?? 0;
}
