import { CLAIM_COLUMNS, KEPT_COLUMNS } from '../../schema/claim-columns.ts';
import type { Described } from '../build/query-source.ts';
import { from, type Named, named, type Value } from '../build/query-source.ts';
import { positional, rowQueriesOver } from '../build/row-queries.ts';
import { listed, lit } from '../build/sqlite-parts.ts';

const { add, addNew, put, read, remove, set } = rowQueriesOver<Described>();

/** Claims, their earlier states, and the changelog. */
export const claimQueries = {
  /** Every column, in the order of the schema. */
  addClaim: positional(CLAIM_COLUMNS, (row) =>
    from
      .insertInto('claim')
      .values(row as never)
      .onConflict((conflict) => conflict.column('id').doNothing()),
  ),
  /** The kept columns, a start that is known, and the key. */
  updateClaim: positional([...KEPT_COLUMNS, 'valid_from', 'key'], ({ valid_from, key, ...row }) =>
    from
      .updateTable('claim')
      .set((eb) => ({ ...row, valid_from: eb.fn.coalesce(valid_from as never, 'valid_from') }))
      .where('key', '=', key as never),
  ),
  liveClaims: (note: Value<number>) =>
    from
      .selectFrom('claim')
      .select(['key', 'id', 'band', 'inherited', 'topic', 'span_start', 'span_end', 'fingerprint'])
      .select(['segment', 'segment_offset', 'said', 'context', 'extractor', 'status', 'precision'])
      .select(['predicate', 'object'])
      .where('note', '=', note)
      .where('recorded_until', 'is', null)
      .orderBy('span_start')
      .orderBy('key'),
  claimById: (id: Value<string>) => from.selectFrom('claim').selectAll().where('id', '=', id),
  setClaimId: set('claim', ['id'], ['key']),
  setStatus: set('claim', ['status'], ['key']),
  setSaid: set('claim', ['said'], ['key']),
  setOriginal: set('claim', ['duplicate_of'], ['key']),
  forgetPredecessors: (keys: Value<string>) =>
    from
      .updateTable('claim')
      .set({ predecessor: lit(null) })
      .where('predecessor', 'in', listed(keys)),
  setPredecessor: set('claim', ['predecessor'], ['key']),
  moveSpan: set('claim', ['span_start', 'span_end'], ['key']),
  retireClaim: (now: Value<number>, status: Value<number>, key: Value<number>) =>
    from
      .updateTable('claim')
      .set({ recorded_until: now, status, duplicate_of: lit(null) })
      .where('key', '=', key),
  reviveClaim: (note: Value<number>, status: Value<number>, key: Value<number>) =>
    from
      .updateTable('claim')
      .set({ note, recorded_until: lit(null), status })
      .where('key', '=', key),
  removeClaim: remove('claim', ['key']),
  /** The earlier value, if it differs. */
  keepValidity: named(
    ({
      now,
      from: start,
      until,
      key,
    }: Named<{ now: number; from: string | null; until: string | null; key: number }>) =>
      from
        .insertInto('past_validity')
        .orIgnore()
        .columns(['claim', 'known_until', 'valid_from', 'valid_until', 'precision'])
        .expression((eb) =>
          eb
            .selectFrom('claim')
            .select(['key', now.as('now'), 'valid_from', 'valid_until', 'precision'])
            .where('key', '=', key)
            .where(({ or, eb: is, fn, ref }) =>
              or([
                is('valid_from', 'is not', fn.coalesce(start, ref('valid_from'))),
                is('valid_until', 'is not', until),
              ]),
            ),
        ),
  ),
  addLapse: put('lapse', ['claim', 'gone_from', 'gone_until']),
  addFormerId: put('former_id', ['id', 'claim']),
  clearMatches: remove('ledger_match', ['note']),
  relateAgain: addNew('unrelated', ['claim']),
  log: add('changelog', ['at', 'claim', 'kind', 'related', 'detail']),
  unlogged: remove('changelog', ['claim in']),
  /** Live claims that say the same, ordered by id. */
  sameSaid: (said: Value<number>, assertion: Value<number>) =>
    from
      .selectFrom('claim')
      .select(['key', 'duplicate_of'])
      .where('said', '=', said)
      .where('recorded_until', 'is', null)
      .where('assertion', '=', assertion)
      .orderBy('id'),
  repeatedSaid: () =>
    from
      .selectFrom('claim')
      .select('said')
      .where('said', 'is not', null)
      .where('recorded_until', 'is', null)
      .groupBy('said')
      .having((eb) => eb(eb.fn.countAll(), '>', lit(1)))
      .$narrowType<{ said: number }>(),
  unrelatedSaid: () =>
    from
      .selectFrom('unrelated')
      .crossJoin('claim')
      .select('claim.said')
      .distinct()
      .whereRef('claim.key', '=', 'unrelated.claim')
      .where('claim.said', 'is not', null)
      .$narrowType<{ said: number }>(),
  /** The titles of the notes with a name, without secret notes. */
  titlesOfBearers: (name: Value<number>) =>
    from
      .selectFrom('alias')
      .innerJoin('note', 'note.key', 'alias.note')
      .select('note.title')
      .distinct()
      .where('alias.name', '=', name)
      .where('note.gone_at', 'is', null)
      .where('note.band', '<', lit(2)),
  unchained: () =>
    from
      .selectFrom('changelog')
      .select(['sequence', 'at', 'claim', 'kind', 'related', 'detail', 'hash'])
      .where('hash', 'is', null)
      .orderBy('sequence'),
  chained: read(
    'changelog',
    ['sequence', 'at', 'claim', 'kind', 'related', 'detail', 'hash'],
    [],
    ['sequence'],
  ),
  hashBefore: (sequence: Value<number>) =>
    from
      .selectFrom('changelog')
      .select('hash')
      .where('sequence', '<', sequence)
      .orderBy('sequence', 'desc')
      .limit(lit(1)),
  setHash: set('changelog', ['hash'], ['sequence']),
} as const;
