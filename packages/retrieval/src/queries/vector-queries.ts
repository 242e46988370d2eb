import { lit, plainQueries, queriesOver, rowQueriesOver, type Value } from '@memora/claims/queries';
import type { VECTOR_OWNER, VECTOR_TEXTS } from '../vector/index-tables.ts';

type Tables = typeof VECTOR_TEXTS & typeof VECTOR_OWNER;

const from = queriesOver<Tables>();
const { add, addNew, count, put, read, remove } = rowQueriesOver<Tables>();

const pendingOf = (set: Value<number>) =>
  from
    .selectFrom('vector_pending')
    .innerJoin('vector_text', 'vector_text.key', 'vector_pending.key')
    .where('vector_pending.set_id', '=', set);

/** Vectors, by set and block, and the texts to embed. */
export const vectorQueries = plainQueries({
  vectorOwner: read('vector_owner', ['id']),
  vectorSets: read(
    'vector_set',
    ['id', 'embedder', 'version', 'dimensions', 'state', 'computed'],
    [],
    ['id'],
  ),
  addVectorSet: add('vector_set', ['embedder', 'version', 'dimensions', 'state', 'computed']),
  addNumberedVectorSet: add('vector_set', ['id', 'embedder', 'version', 'dimensions', 'state', 'computed']),
  /** The highest id that a set ever had. */
  lastVectorSet: () => from.selectFrom('sqlite_sequence').select('seq').where('name', '=', lit('vector_set')),
  readySet: (id: Value<number>) =>
    from
      .updateTable('vector_set')
      .set({ state: lit('ready') })
      .where('id', '=', id)
      .where('state', '<>', lit('ready')),
  removeSet: remove('vector_set', ['id']),
  removeSetBlocks: remove('vector_block', ['set_id']),
  removeSetPending: remove('vector_pending', ['set_id']),
  removeSetRefused: remove('vector_refused', ['set_id']),
  removeSetCount: remove('vector_count', ['set_id']),
  countVectorTexts: count('vector_text'),
  vectorTextOf: read('vector_text', ['text'], ['key']),
  putVectorText: put('vector_text', ['key', 'text']),
  removeVectorText: remove('vector_text', ['key']),
  emptyVectorTexts: remove('vector_text'),
  queueAll: (set: Value<number>) =>
    from
      .insertInto('vector_pending')
      .columns(['set_id', 'key'])
      .expression((eb) => eb.selectFrom('vector_text').select([set.as('set_id'), 'key'])),
  queueRefused: (set: Value<number>) =>
    from
      .insertInto('vector_pending')
      .columns(['set_id', 'key'])
      .expression((eb) =>
        eb.selectFrom('vector_refused').select(['set_id', 'key']).where('set_id', '=', set),
      ),
  queueVector: addNew('vector_pending', ['set_id', 'key']),
  unqueueVector: remove('vector_pending', ['set_id', 'key']),
  refuseVector: addNew('vector_refused', ['set_id', 'key']),
  acceptVector: remove('vector_refused', ['set_id', 'key']),
  countRefused: count('vector_refused', ['set_id']),
  firstRefused: (set: Value<number>) =>
    from.selectFrom('vector_refused').select('key').where('set_id', '=', set).limit(lit(1)),
  countPending: count('vector_pending', ['set_id']),
  firstPending: (set: Value<number>) =>
    from.selectFrom('vector_pending').select('key').where('set_id', '=', set).limit(lit(1)),
  firstVectorText: () => from.selectFrom('vector_text').select('key').limit(lit(1)),
  nextPending: (set: Value<number>, most: Value<number>) =>
    pendingOf(set).select(['vector_text.key', 'vector_text.text']).orderBy('vector_text.key').limit(most),
  vectorsOf: read('vector_block', ['vectors'], ['set_id', 'block']),
  blocksOfSet: read('vector_block', ['block'], ['set_id']),
  blocksHolding: read('vector_block', ['sequence', 'block', 'vectors'], ['set_id', 'block in']),
  blocksAfter: (set: Value<number>, sequence: Value<number>) =>
    from
      .selectFrom('vector_block')
      .select(['sequence', 'block', 'vectors'])
      .where('set_id', '=', set)
      .where('sequence', '>', sequence)
      .orderBy('sequence'),
  countBlocksAfter: (set: Value<number>, sequence: Value<number>) =>
    from
      .selectFrom('vector_block')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('set_id', '=', set)
      .where('sequence', '>', sequence),
  /** The blocks after one, up to a sequence, in block order. */
  nextBlocks: (set: Value<number>, after: Value<number>, sequence: Value<number>, most: Value<number>) =>
    from
      .selectFrom('vector_block')
      .select(['sequence', 'block', 'vectors'])
      .where('set_id', '=', set)
      .where('block', '>', after)
      .where('sequence', '<=', sequence)
      .orderBy('block')
      .limit(most),
  /** The highest sequence number ever assigned. */
  lastSequence: () =>
    from.selectFrom('sqlite_sequence').select('seq').where('name', '=', lit('vector_block')),
  /** A replaced block gets a new sequence number, so the last write has the highest. */
  putBlock: put('vector_block', ['set_id', 'block', 'vectors']),
  removeBlock: remove('vector_block', ['set_id', 'block']),
  countVectors: read('vector_count', ['vectors'], ['set_id']),
  addToCount: (set: Value<number>, vectors: Value<number>) =>
    from
      .insertInto('vector_count')
      .values({ set_id: set, vectors })
      .onConflict((conflict) =>
        conflict.column('set_id').doUpdateSet((eb) => ({
          vectors: eb('vector_count.vectors', '+', eb.ref('excluded.vectors')),
        })),
      ),
});
