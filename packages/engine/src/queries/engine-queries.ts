import { eachOf, lit, plainQueries, queriesOver, rowQueriesOver, type Value } from '@memora/claims/queries';
import type { ACCESS_TABLES, VERDICT_TABLES } from './engine-tables.ts';

type Tables = typeof ACCESS_TABLES & typeof VERDICT_TABLES;

const from = queriesOver<Tables>();
const { add, count, put, read, remove } = rowQueriesOver<Tables>();

/** How often each id was counted, the first row that counted it, and the last time. */
const sums = () =>
  from
    .selectFrom(['counted', eachOf('counted.ids')])
    .select(({ fn }) => [
      'listed.value as id',
      fn.countAll<number>().as('count'),
      fn.min('counted.number').as('number'),
      fn.max('counted.at').as('last'),
    ])
    .groupBy('listed.value');

/** The typed queries of the engine's own files. */
export const engineQueries = plainQueries({
  countCounted: count('counted'),
  /** The first time is that of the first row, even if the clock was set back later. */
  sumCounted: () =>
    from
      .insertInto('access')
      .columns(['id', 'count', 'first', 'last'])
      .expression(() =>
        from
          .selectFrom([sums().as('sum'), 'counted as start'])
          .select(['sum.id', 'sum.count', 'start.at as first', 'sum.last'])
          .whereRef('start.number', '=', 'sum.number'),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          count: eb('access.count', '+', eb.ref('excluded.count')),
          last: eb.fn('max', ['access.last', 'excluded.last']),
        })),
      ),
  emptyCounted: remove('counted'),
  take: (id: Value<string>, at: Value<string>, most: Value<number>) =>
    from
      .insertInto('taken')
      .values({ id, count: lit(1), last: at })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({
            count: eb('taken.count', '+', lit(1)),
            last: eb.fn('max', ['taken.last', 'excluded.last']),
          }))
          .where('taken.count', '<', most),
      )
      .returning('count'),
  putBack: (id: Value<string>) =>
    from
      .updateTable('taken')
      .set((eb) => ({ count: eb('count', '-', lit(1)) }))
      .where('id', '=', id)
      .where('count', '>', lit(0)),
  taken: read('taken', ['count', 'last'], ['id']),
  lastTaken: (start: Value<string>, end: Value<string>) =>
    from
      .selectFrom('taken')
      .select((eb) => eb.fn.max('last').as('last'))
      .where('id', '>=', start)
      .where('id', '<', end),
  forgetTaken: (before: Value<string>) => from.deleteFrom('taken').where('last', '<', before),
  countIds: add('counted', ['at', 'ids']),
  accessOf: read('access', ['id', 'count', 'first', 'last'], ['id in']),
  accessIds: read('access', ['id']),
  forgetAccess: remove('access', ['id in']),
  emptyVerdicts: remove('verdict'),
  verdictOf: read('verdict', ['said'], ['judged']),
  putVerdict: put('verdict', ['judged', 'said']),
  forgetVerdicts: (most: Value<number>) =>
    from
      .deleteFrom('verdict')
      .where('number', '<=', (eb) =>
        eb.selectFrom('verdict').select(({ eb: minus, fn }) => minus(fn.max('number'), '-', most).as('last')),
      ),
});
