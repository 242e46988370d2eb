import { lit, plainQueries, queriesOver, rowQueriesOver, type Value } from '@memora/claims/queries';
import type { FEEDBACK_TABLES } from '../feedback/feedback-tables.ts';

const from = queriesOver<typeof FEEDBACK_TABLES>();
const { put, read, remove } = rowQueriesOver<typeof FEEDBACK_TABLES>();

/** Pairs of claims that were used together. */
export const feedbackQueries = plainQueries({
  latestUse: read('latest', ['at']),
  setLatestUse: (at: Value<number>) =>
    from
      .insertInto('latest')
      .orReplace()
      .values({ one: lit(1), at }),
  pairOf: read('pair', ['weight', 'at'], ['a', 'b']),
  pairsFrom: read('pair', ['b', 'weight', 'at'], ['a']),
  putPair: put('pair', ['a', 'b', 'weight', 'at']),
  removePair: remove('pair', ['a', 'b']),
  /** Pass the claim twice. */
  removePairsOf: (a: Value<string>, b: Value<string>) =>
    from.deleteFrom('pair').where((eb) => eb.or([eb('a', '=', a), eb('b', '=', b)])),
  usedClaims: () => from.selectFrom('pair').select('a').distinct(),
  countPairs: () =>
    from.selectFrom('pair').select(({ eb, fn }) => eb(fn.countAll<number>(), '/', lit(2)).as('count')),
  emptyPairs: remove('pair'),
  emptyLatest: remove('latest'),
});
