import { quantiseQuery } from './quantise-vector.ts';
import { createScanKernel, type ScanKernel } from './scan-kernel.ts';
import { blockSize, componentsOf, SLOTS, scaleAt, type VectorBlock, vectorAt } from './vector-blocks.ts';

/** Vectors side by side in memory, to be compared with a question's all at once. */
export interface VectorMatrix {
  /** Claim keys, `NO_KEY` where no vector stands; a score has its key's position. */
  readonly keys: Float64Array;
  /** Cosines, for vectors of length 1. */
  readonly scores: (query: Float32Array) => Float32Array;
  /** Where a key stands; undefined where it does not. */
  readonly positionOf: (key: number) => number | undefined;
}

export const NO_KEY = -1;

/** Every vector of the blocks given. */
export function matrixOfBlocks(blocks: readonly VectorBlock[], dimensions: number): VectorMatrix {
  const kernel = createScanKernel(blocks.length * SLOTS, dimensions);
  const keys = new Float64Array(blocks.length * SLOTS).fill(NO_KEY);
  const scales = new Float32Array(keys.length);
  blocks.forEach(({ block, vectors }, i) => {
    if (vectors.length !== blockSize(dimensions)) return;
    const first = i * SLOTS;
    if (kernel.stride === dimensions) kernel.vectors.set(componentsOf(vectors), first * dimensions);
    for (let slot = 0; slot < SLOTS; slot++) {
      const scale = scaleAt(vectors, slot);
      if (scale === 0) continue;
      keys[first + slot] = block * SLOTS + slot;
      scales[first + slot] = scale;
      if (kernel.stride !== dimensions)
        kernel.vectors.set(vectorAt(vectors, slot, dimensions).components, (first + slot) * kernel.stride);
    }
  });
  const placeByBlock = new Map(blocks.map(({ block }, i) => [block, i]));
  return {
    keys,
    scores: scoresOf(kernel, scales),
    positionOf: (key) => {
      const place = placeByBlock.get(Math.floor(key / SLOTS));
      const position = place === undefined ? -1 : place * SLOTS + (key % SLOTS);
      return keys[position] === key ? position : undefined;
    },
  };
}

/** The vectors of some keys, from the blocks that hold them. */
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
    keys,
    scores: scoresOf(kernel, scales),
    positionOf: (key) => {
      const position = positionByKey.get(key) ?? -1;
      return keys[position] === key ? position : undefined;
    },
  };
}

function scoresOf(kernel: ScanKernel, scales: Float32Array): VectorMatrix['scores'] {
  return (vector) => {
    const query = quantiseQuery(vector);
    const dots = kernel.scan(query.components, scales.length);
    const scores = new Float32Array(scales.length);
    for (let i = 0; i < scores.length; i++)
      scores[i] = (dots[i] as number) * (scales[i] as number) * query.scale;
    return scores;
  };
}
