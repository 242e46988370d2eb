import { nthLowest } from '../../fusion/nth-lowest.ts';
import type { ScoredKey } from '../../retrieve/leg.ts';
import type { NearestOfAll } from '../nearest-leg.ts';
import { NO_KEY, type VectorMatrix } from './vector-matrix.ts';

/** The step by which scores are counted. */
const STEP = 1 / 2048;
/** A score of 1, and a little more for one that rounding lifted above it. */
const TOP = 2 / STEP + 8;

/** How many scores each step has: used by one question at a time, and in one go. */
const counts = new Uint32Array(TOP + 1);

/**
 * The `limit` best of a matrix. Scores are counted by steps first: only what may be among the best is made into objects and
 * sorted, and there may be tens of thousands. The loops hold no call: the first question of a process runs them as they are written.
 */
export function bestOfMatrix(matrix: VectorMatrix, scores: Float32Array, limit: number): ScoredKey[] {
  const { keyAt } = matrix;
  const least = leastStep(matrix, scores, limit);
  const found: ScoredKey[] = [];
  for (let i = 0; i < scores.length; i++) {
    if (((((scores[i] as number) + 1) / STEP) | 0) < least) continue;
    const key = keyAt(i);
    if (key !== NO_KEY) found.push({ key, score: scores[i] as number });
  }
  return best(found, limit);
}

/** Scores that may be among the best: used by one question at a time, and in one go. */
let likely = new Float32Array(2_048);

/** What {@link bestOfMatrix} gives, cut to the first `limit` of `width`, and the score of the last. Only the first are made into objects. */
export function bestAndLast(
  matrix: VectorMatrix,
  scores: Float32Array,
  limit: number,
  width: number,
): NearestOfAll | null {
  const { keyAt } = matrix;
  const least = leastStep(matrix, scores, width);
  const { length } = scores;
  if (likely.length < length) likely = new Float32Array(length);
  let count = 0;
  for (let i = 0; i < length; i++)
    if (((((scores[i] as number) + 1) / STEP) | 0) >= least && keyAt(i) !== NO_KEY)
      likely[count++] = scores[i] as number;
  if (count < width) return null;
  const floor = nthLowest(likely.subarray(0, count), count - width);
  // Behind its place stand those that are nearer.
  const last = nthLowest(likely.subarray(count - width, count), width - limit);
  const near: ScoredKey[] = [];
  for (let i = 0; i < length; i++) {
    if ((scores[i] as number) < last) continue;
    const key = keyAt(i);
    if (key !== NO_KEY) near.push({ key, score: scores[i] as number });
  }
  return { near: best(near, limit), floor };
}

/** A step of scores in which, or above which, the `limit` best are. */
function leastStep({ empty }: VectorMatrix, scores: Float32Array, limit: number): number {
  counts.fill(0);
  const { length } = scores;
  for (let i = 0; i < length; i++) {
    const step = (((scores[i] as number) + 1) / STEP) | 0;
    counts[step] = (counts[step] as number) + 1;
  }
  // Where no vector stands the score is 0.
  counts[1 / STEP] = (counts[1 / STEP] as number) - empty;
  let least = TOP;
  for (let above = counts[least] as number; above < limit && least > 0; ) above += counts[--least] as number;
  return least;
}

/** The best first, ties by key. */
export function best(found: ScoredKey[], limit: number): ScoredKey[] {
  return found.sort(byScoreThenKey).slice(0, limit);
}

function byScoreThenKey(a: ScoredKey, b: ScoredKey): number {
  if (a.score > b.score) return -1;
  if (a.score < b.score) return 1;
  return a.key - b.key;
}
