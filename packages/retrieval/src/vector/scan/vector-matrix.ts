import { quantiseQuery } from '../quantise-vector.ts';
import { createScanKernel, type ScanKernel } from './scan-kernel.ts';
import { blockSize, componentsOf, SLOTS, scalesOf, type VectorBlock, vectorAt } from './vector-blocks.ts';

/** Vectors in contiguous memory, to compare with a question's vector all at once. */
export interface VectorMatrix {
  /** Returns the claim key at a position; `NO_KEY` if it has no vector. */
  readonly keyAt: (position: number) => number;
  /** The number of positions without a vector; their score is 0. */
  readonly empty: number;
  /** Returns cosines, for vectors of length 1. Valid until the next call. */
  readonly scores: (query: Float32Array) => Float32Array;
  /** Returns the position of a key; undefined if it has none. */
  readonly positionOf: (key: number) => number | undefined;
}

export const NO_KEY = -1;

/**
 * Returns every vector of the given blocks. Blocks are copied whole: a process that asks one question would
 * need more time to check each slot than to compare it.
 */
export function matrixOfBlocks(given: readonly VectorBlock[], dimensions: number): VectorMatrix {
  const blocks = given.filter(({ vectors }) => vectors.length === blockSize(dimensions));
  const kernel = createScanKernel(blocks.length * SLOTS, dimensions);
  const scales = new Float32Array(blocks.length * SLOTS);
  blocks.forEach(({ vectors }, i) => {
    const first = i * SLOTS;
    scales.set(scalesOf(vectors), first);
    if (kernel.stride === dimensions) kernel.vectors.set(componentsOf(vectors), first * dimensions);
    else
      for (let slot = 0; slot < SLOTS; slot++)
        kernel.vectors.set(vectorAt(vectors, slot, dimensions).components, (first + slot) * kernel.stride);
  });
  const placeByBlock = new Map(blocks.map(({ block }, i) => [block, i]));
  const keyAt = (position: number) =>
    (scales[position] ?? 0) === 0
      ? NO_KEY
      : (blocks[Math.floor(position / SLOTS)] as VectorBlock).block * SLOTS + (position % SLOTS);
  return {
    keyAt,
    empty: countEmpty(scales),
    scores: scoresOf(kernel, scales),
    positionOf: (key) => {
      const place = placeByBlock.get(Math.floor(key / SLOTS));
      const position = place === undefined ? -1 : place * SLOTS + (key % SLOTS);
      return keyAt(position) === key ? position : undefined;
    },
  };
}

function countEmpty(scales: Float32Array): number {
  let empty = 0;
  // Empty slots are rare, so searching for the next one is faster than checking each.
  for (let at = scales.indexOf(0); at >= 0; at = scales.indexOf(0, at + 1)) empty++;
  return empty;
}

/** Returns the vectors of some keys, from the blocks that contain them. */
export function matrixOfKeys(
  wanted: readonly number[],
  blocks: readonly VectorBlock[],
  dimensions: number,
): VectorMatrix {
  const kernel = createScanKernel(wanted.length, dimensions);
  const scales = new Float32Array(wanted.length);
  const vectorsByBlock = new Map(blocks.map(({ block, vectors }) => [block, vectors]));
  const keys = Float64Array.from(wanted, (key, i) => {
    const vectors = vectorsByBlock.get(Math.floor(key / SLOTS));
    if (vectors?.length !== blockSize(dimensions)) return NO_KEY;
    const { scale, components } = vectorAt(vectors, key % SLOTS, dimensions);
    if (scale === 0) return NO_KEY;
    kernel.vectors.set(components, i * kernel.stride);
    scales[i] = scale;
    return key;
  });
  const positionByKey = new Map(wanted.map((key, i) => [key, i]));
  return {
    keyAt: (position) => keys[position] ?? NO_KEY,
    empty: countEmpty(scales),
    scores: scoresOf(kernel, scales),
    positionOf: (key) => {
      const position = positionByKey.get(key) ?? -1;
      return keys[position] === key ? position : undefined;
    },
  };
}

/** A cosine is at most 1, plus rounding. A larger value or NaN comes from damage: the slot is emptied, so it cannot break the order. */
const MOST_SCORE = 1.5;

function scoresOf(kernel: ScanKernel, scales: Float32Array): VectorMatrix['scores'] {
  const scores = new Float32Array(scales.length);
  return (vector) => {
    const query = quantiseQuery(vector);
    const dots = kernel.scan(query.components, scales.length);
    for (let i = 0; i < scores.length; i++) {
      const score = (dots[i] as number) * (scales[i] as number) * query.scale;
      const isScore = score < MOST_SCORE && score > -MOST_SCORE;
      scores[i] = isScore ? score : 0;
      if (!isScore) scales[i] = 0;
    }
    return scores;
  };
}
