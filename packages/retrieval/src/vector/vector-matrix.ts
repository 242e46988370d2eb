import { createScanKernel } from './scan-kernel.ts';
import { isEmptySlot, SLOTS, type VectorBlock } from './vector-blocks.ts';

/** Vectors side by side in memory, to be compared with a question's all at once. */
export interface VectorMatrix {
  /** Claim keys, `NO_KEY` where no vector stands; a score has its key's position. */
  readonly keys: Float64Array;
  readonly scores: (query: Float32Array) => Float32Array;
}

export const NO_KEY = -1;

/** Every vector of the blocks given. */
export function matrixOfBlocks(blocks: readonly VectorBlock[], dimensions: number): VectorMatrix {
  const size = dimensions * 2;
  const kernel = createScanKernel(blocks.length * SLOTS, dimensions);
  const keys = new Float64Array(blocks.length * SLOTS).fill(NO_KEY);
  blocks.forEach(({ block, vectors }, i) => {
    if (vectors.length !== SLOTS * size) return;
    if (kernel.stride === size) kernel.vectors.set(vectors, i * SLOTS * size);
    for (let slot = 0; slot < SLOTS; slot++) {
      if (isEmptySlot(vectors, slot * size, size)) continue;
      const at = i * SLOTS + slot;
      keys[at] = block * SLOTS + slot;
      if (kernel.stride !== size)
        kernel.vectors.set(vectors.subarray(slot * size, (slot + 1) * size), at * kernel.stride);
    }
  });
  return { keys, scores: (query) => kernel.scan(query, keys.length) };
}

/** The vectors of some keys, from the blocks that hold them. */
export function matrixOfKeys(
  keys: readonly number[],
  blocks: readonly VectorBlock[],
  dimensions: number,
): VectorMatrix {
  const size = dimensions * 2;
  const kernel = createScanKernel(keys.length, dimensions);
  const vectorsByBlock = new Map(blocks.map(({ block, vectors }) => [block, vectors]));
  const found = Float64Array.from(keys, (key, i) => {
    const vectors = vectorsByBlock.get(Math.floor(key / SLOTS));
    const at = (key % SLOTS) * size;
    if (vectors?.length !== SLOTS * size || isEmptySlot(vectors, at, size)) return NO_KEY;
    kernel.vectors.set(vectors.subarray(at, at + size), i * kernel.stride);
    return key;
  });
  return { keys: found, scores: (query) => kernel.scan(query, found.length) };
}
