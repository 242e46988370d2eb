import type * as Sqlite from '@memora/claims/sqlite';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import { type IndexMarks, openIndexFile, writeIndexFile } from './index-file.ts';
import { type QuantisedVector, restoreVector } from './quantise-vector.ts';
import { EXACT_LIMIT } from './scan/search-vectors.ts';
import {
  blockSize,
  prepareBlockReader,
  prepareLastSequence,
  prepareVectorCount,
  SLOTS,
  type VectorBlock,
  vectorAt,
} from './scan/vector-blocks.ts';
import type { VectorSet } from './vector-schema.ts';
import { createGraph, hasUsearch } from './view-graph.ts';

const BATCH = 32;
/**
 * The maximum number of equal vectors in the graph. Copies of a line that a log or a template repeats would fill every result and take most of the build time.
 */
const MOST_COPIES = 16;
/** The share of vectors that may be newer than the file before it is rebuilt. */
const STALE_SHARE = 0.05;

interface BuildIndexFileOptions {
  readonly marks?: IndexMarks;
  readonly signal?: AbortSignal | undefined;
  readonly exactLimit?: number | undefined;
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
}

/**
 * Builds the index file of a set if it is needed and missing, damaged, foreign or too old. It is built from the vectors in the database, in key order
 * and on one thread, so the same vectors give the same bytes. Returns true if it was built.
 */
export async function buildIndexFile(
  db: Sqlite.Database,
  set: VectorSet,
  folder: string,
  { signal, exactLimit = EXACT_LIMIT, onProgress, marks }: BuildIndexFileOptions = {},
): Promise<boolean> {
  const total = prepareVectorCount(db)(set.id);
  if (total <= exactLimit) return false;
  const sequence = prepareLastSequence(db)();
  const owner = prepareValue(db, 'vectorOwner').get() as string;
  const known = openIndexFile(folder, owner, set, sequence, marks);
  const isFresh = (since: number) =>
    prepareBlockReader(db, set.id).countAfter(since) <= Math.max(SLOTS, total * STALE_SHARE);
  if (known && isFresh(known.manifest.sequence)) return false;

  // Without the optional package a search compares all vectors, and the doctor reports what that costs.
  if (!(await hasUsearch())) return false;
  const index = await createGraph(set.dimensions);
  let done = 0;
  const isRare = createCopyCounter();
  for (const blocks of readBatches(db, set.id, sequence)) {
    signal?.throwIfAborted();
    const { keys, vectors } = toBatch(blocks, set.dimensions, isRare);
    if (keys.length > 0) index.add(BigUint64Array.from(keys, BigInt), vectors, 1);
    done += keys.length;
    onProgress?.({ done, total: Math.max(total, done) });
    // Let queries of this process run between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { id, embedder, version, dimensions } = set;
  const manifest = { owner, set: id, embedder, version, dimensions, sequence, vectors: done };
  writeIndexFile(folder, manifest, (path) => index.save(path), marks);
  return true;
}

/** Yields the blocks written up to a sequence number in batches, in block order. */
function* readBatches(db: Sqlite.Database, set: number, sequence: number): Iterable<VectorBlock[]> {
  const read = prepareQuery(db, 'nextBlocks');
  for (let after = -1; ; ) {
    const blocks = read.all(set, after, sequence, BATCH);
    const last = blocks.at(-1);
    if (!last) return;
    yield blocks;
    after = last.block;
  }
}

/** Returns a function that is false for a vector that occurred too often. A hash collision of two vectors costs at most one place in the graph. */
function createCopyCounter(): (vector: QuantisedVector) => boolean {
  const copies = new Map<number, number>();
  return ({ components }) => {
    let [high, low] = [0, 0];
    for (const component of components) {
      high = (Math.imul(high, 31) + component) | 0;
      low = (Math.imul(low, 65_599) + component) | 0;
    }
    const hash = (high & 0x1f_ffff) * 2 ** 32 + (low >>> 0);
    const known = copies.get(hash) ?? 0;
    copies.set(hash, known + 1);
    return known < MOST_COPIES;
  };
}

function toBatch(
  blocks: readonly VectorBlock[],
  dimensions: number,
  isRare: (vector: QuantisedVector) => boolean,
) {
  const keys: number[] = [];
  const vectors: Float32Array[] = [];
  for (const { block, vectors: stored } of blocks) {
    if (stored.length !== blockSize(dimensions)) continue;
    for (let slot = 0; slot < SLOTS; slot++) {
      const vector = vectorAt(stored, slot, dimensions);
      if (vector.scale === 0 || !isRare(vector)) continue;
      keys.push(block * SLOTS + slot);
      vectors.push(restoreVector(vector));
    }
  }
  return { keys, vectors };
}
