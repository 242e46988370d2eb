import { nthLowest } from '../../fusion/nth-lowest.ts';
import { byScoreThenKey, type ScoredKey } from '../../retrieve/leg.ts';
import type { NearestOfAll } from '../nearest-leg.ts';
import { NO_KEY, type VectorMatrix } from './vector-matrix.ts';

/** The width of a bin of scores. */
const STEP = 1 / 2048;
/** A score of 1, plus a margin for rounding. */
const TOP = 2 / STEP + 8;

/** The number of scores per bin. Shared: one question uses it at a time, synchronously. */
const counts = new Uint32Array(TOP + 1);

/**
 * Returns the `limit` best of a matrix. Scores are counted in bins first, so that only possible results become objects and are sorted; there may be tens
 * of thousands of scores. The loops call no function: the first question of a process runs them unoptimised.
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

/** Scores that may be among the best. Shared: one question uses it at a time, synchronously. */
let likely = new Float32Array(2_048);

/** Returns the first `limit` of what {@link bestOfMatrix} gives for `width`, and the score of the last of the `width`. Only the first become objects. */
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
  // The nearer ones are after this position.
  const last = nthLowest(likely.subarray(count - width, count), width - limit);
  const near: ScoredKey[] = [];
  for (let i = 0; i < length; i++) {
    if ((scores[i] as number) < last) continue;
    const key = keyAt(i);
    if (key !== NO_KEY) near.push({ key, score: scores[i] as number });
  }
  return { near: best(near, limit), floor };
}

/** Returns the lowest bin at or above which the `limit` best are. */
function leastStep({ empty }: VectorMatrix, scores: Float32Array, limit: number): number {
  counts.fill(0);
  const { length } = scores;
  for (let i = 0; i < length; i++) {
    const step = (((scores[i] as number) + 1) / STEP) | 0;
    counts[step] = (counts[step] as number) + 1;
  }
  // A position without a vector has the score 0.
  counts[1 / STEP] = (counts[1 / STEP] as number) - empty;
  let least = TOP;
  for (let above = counts[least] as number; above < limit && least > 0; ) above += counts[--least] as number;
  return least;
}

/** Returns the best first, ties by key. */
export function best(found: ScoredKey[], limit: number): ScoredKey[] {
  return found.sort(byScoreThenKey).slice(0, limit);
}
