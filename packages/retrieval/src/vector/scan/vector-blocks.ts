import type * as Sqlite from '@memora/claims/sqlite';
import { prepareQueries, prepareValue } from '../../queries/prepare-query.ts';
import { type QuantisedVector, quantiseVector } from '../quantise-vector.ts';

/**
 * Vectors are stored in blocks: the vector of claim `key` is slot `key % 64` of block `floor(key / 64)`. A block contains 64 scales (32-bit floats,
 * little-endian), then 64 vectors in bytes; a scale of 0 is an empty slot. Claims of one note have neighbouring keys, so a note takes a row or two, and
 * a full scan reads 64 vectors per row.
 */
export const SLOTS = 64;
const SCALES = SLOTS * 4;
/** Vectors have length 1, so a component is at most 1, and its scale is less. */
const MOST_SCALE = 1;
const LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** A stored block. */
export interface VectorBlock {
  readonly sequence: number;
  readonly block: number;
  readonly vectors: Buffer;
}

export function blockSize(dimensions: number): number {
  return SCALES + SLOTS * dimensions;
}

/** Returns the scale of a slot; 0 if it is empty or damaged, because a damaged scale would give no valid score and break the order. */
export function scaleAt(vectors: Buffer, slot: number): number {
  const scale = vectors.readFloatLE(slot * 4);
  return scale > 0 && scale < MOST_SCALE ? scale : 0;
}

/** Returns the scales of all slots. */
export function scalesOf(vectors: Buffer): Float32Array {
  const isAligned = vectors.byteOffset % 4 === 0;
  if (LITTLE_ENDIAN && isAligned) return new Float32Array(vectors.buffer, vectors.byteOffset, SLOTS);
  return Float32Array.from({ length: SLOTS }, (_, slot) => scaleAt(vectors, slot));
}

/** Returns the components of all slots, concatenated. */
export function componentsOf(vectors: Buffer): Int8Array {
  return new Int8Array(vectors.buffer, vectors.byteOffset + SCALES, vectors.length - SCALES);
}

export function vectorAt(vectors: Buffer, slot: number, dimensions: number): QuantisedVector {
  const components = componentsOf(vectors).subarray(slot * dimensions, (slot + 1) * dimensions);
  return { scale: scaleAt(vectors, slot), components };
}

/** Prepared writes of one connection. */
interface BlockWriter {
  /** Writes vectors into slots; null or a zero vector empties the slot. */
  readonly put: (
    set: number,
    dimensions: number,
    vectorByKey: ReadonlyMap<number, Float32Array | null>,
  ) => void;
}

export function prepareBlockWriter(db: Sqlite.Database): BlockWriter {
  const read = prepareValue(db, 'vectorsOf');
  const { putBlock, removeBlock, addToCount } = prepareQueries(db, ['putBlock', 'removeBlock', 'addToCount']);
  return {
    put(set, dimensions, vectorByKey) {
      let change = 0;
      for (const [block, entries] of Map.groupBy(vectorByKey, ([key]) => Math.floor(key / SLOTS))) {
        const known = read.get(set, block);
        if (known === undefined && entries.every(([, vector]) => vector === null)) continue;
        const vectors = Buffer.alloc(blockSize(dimensions));
        known?.copy(vectors);
        for (const [key, vector] of entries) change += putVector(vectors, key % SLOTS, dimensions, vector);
        if (isEmptyBlock(vectors)) removeBlock.run(set, block);
        else putBlock.run(set, block, vectors);
      }
      if (change !== 0) addToCount.run(set, change);
    },
  };
}

/** Overwrites a slot; returns the change in the number of vectors. */
function putVector(vectors: Buffer, slot: number, dimensions: number, vector: Float32Array | null): number {
  const before = scaleAt(vectors, slot) === 0 ? 0 : 1;
  const { scale, components } = quantiseVector(vector ?? new Float32Array(dimensions));
  vectors.writeFloatLE(scale, slot * 4);
  componentsOf(vectors).set(components, slot * dimensions);
  return (scale === 0 ? 0 : 1) - before;
}

function isEmptyBlock(vectors: Buffer): boolean {
  for (let at = 0; at < SCALES; at++) if (vectors[at] !== 0) return false;
  return true;
}

/** Prepared reads of one set's blocks. */
export function prepareBlockReader(db: Sqlite.Database, set: number) {
  const { blocksAfter, blocksHolding } = prepareQueries(db, ['blocksAfter', 'blocksHolding']);
  const newer = prepareValue(db, 'countBlocksAfter');
  return {
    /** Returns the blocks written after a sequence number, in write order. */
    after: (sequence: number) => blocksAfter.all(set, sequence),
    /** Returns the blocks that contain these keys. */
    holding: (keys: readonly number[]) =>
      blocksHolding.all(set, JSON.stringify([...new Set(keys.map((key) => Math.floor(key / SLOTS)))])),
    /** Returns an upper bound of the number of vectors written after a sequence number. */
    countAfter: (sequence: number) => (newer.get(set, sequence) ?? 0) * SLOTS,
  };
}

/** Prepares a read of the highest sequence number ever assigned. */
export function prepareLastSequence(db: Sqlite.Database): () => number {
  const read = prepareValue(db, 'lastSequence');
  return () => read.get() ?? 0;
}

export function prepareVectorCount(db: Sqlite.Database): (set: number) => number {
  const read = prepareValue(db, 'countVectors');
  return (set) => read.get(set) ?? 0;
}
