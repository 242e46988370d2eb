import type * as Sqlite from '@memora/claims/sqlite';
import { prepareValue } from '../queries/prepare-query.ts';
import { componentsOf, prepareVectorCount, SLOTS, scaleAt } from './scan/vector-blocks.ts';
import { readVectorSets, type VectorSet } from './vector-schema.ts';

/** The vectors of a block, with their claim keys. */
interface BlockVectors {
  readonly block: number;
  readonly vectors: readonly { readonly key: number; readonly components: Int8Array }[];
}

/** The vectors that questions are compared with: those of the complete set. */
export interface ShownVectors {
  readonly set: VectorSet;
  readonly count: () => number;
  /** Reads all of its blocks, or these. A removed block has no vectors. */
  readonly blocks: (wanted?: readonly number[]) => Iterable<BlockVectors>;
}

/** Returns null if no set is complete yet. */
export function readShownVectors(db: Sqlite.Database): ShownVectors | null {
  const set = readVectorSets(db).findLast(({ state }) => state === 'ready');
  if (set === undefined) return null;
  const one = prepareValue(db, 'vectorsOf');
  const numbers = prepareValue(db, 'blocksOfSet');
  const toVectors = (block: number, stored: Buffer | undefined): BlockVectors => {
    const all = stored === undefined ? null : componentsOf(stored);
    const vectors = Array.from({ length: SLOTS }, (_, slot) => slot).flatMap((slot) =>
      stored === undefined || all === null || scaleAt(stored, slot) === 0
        ? []
        : [
            {
              key: block * SLOTS + slot,
              components: all.subarray(slot * set.dimensions, (slot + 1) * set.dimensions),
            },
          ],
    );
    return { block, vectors };
  };
  return {
    set,
    count: () => prepareVectorCount(db)(set.id),
    *blocks(wanted) {
      for (const block of wanted ?? numbers.all(set.id)) yield toVectors(block, one.get(set.id, block));
    },
  };
}

/** Returns the range of keys of a block: the first, and the end (exclusive). */
export function keysOfBlock(block: number): readonly [from: number, to: number] {
  return [block * SLOTS, (block + 1) * SLOTS];
}
