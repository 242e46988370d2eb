import { from, type Named, named, type Value } from './query-source.ts';
import { listed, lit } from './sqlite-parts.ts';

const set = () => from.updateTable('claim');

/** Claims, their earlier states, and the changelog. */
export const claimQueries = {
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
  setClaimId: (id: Value<string>, key: Value<number>) => set().set({ id }).where('key', '=', key),
  setStatus: (status: Value<number>, key: Value<number>) => set().set({ status }).where('key', '=', key),
  setSaid: (said: Value<number>, key: Value<number>) => set().set({ said }).where('key', '=', key),
  setOriginal: (original: Value<number | null>, key: Value<number>) =>
    set().set({ duplicate_of: original }).where('key', '=', key),
  forgetPredecessors: (keys: Value<string>) =>
    set()
      .set({ predecessor: lit(null) })
      .where('predecessor', 'in', listed(keys)),
  setPredecessor: (predecessor: Value<number>, key: Value<number>) =>
    set().set({ predecessor }).where('key', '=', key),
  moveSpan: (start: Value<number>, end: Value<number>, key: Value<number>) =>
    set().set({ span_start: start, span_end: end }).where('key', '=', key),
  retireClaim: (now: Value<number>, status: Value<number>, key: Value<number>) =>
    set()
      .set({ recorded_until: now, status, duplicate_of: lit(null) })
      .where('key', '=', key),
  reviveClaim: (note: Value<number>, status: Value<number>, key: Value<number>) =>
    set()
      .set({ note, recorded_until: lit(null), status })
      .where('key', '=', key),
  removeClaim: (key: Value<number>) => from.deleteFrom('claim').where('key', '=', key),
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
  addLapse: (claim: Value<number>, start: Value<number>, end: Value<number>) =>
    from.insertInto('lapse').orReplace().values({ claim, gone_from: start, gone_until: end }),
  addFormerId: (id: Value<string>, claim: Value<number>) =>
    from.insertInto('former_id').orReplace().values({ id, claim }),
  clearMatches: (note: Value<number>) => from.deleteFrom('ledger_match').where('note', '=', note),
  relateAgain: (claim: Value<number>) => from.insertInto('unrelated').orIgnore().values({ claim }),
  log: (
    at: Value<number>,
    claim: Value<number>,
    kind: Value<string>,
    related: Value<number | null>,
    detail: Value<string | null>,
  ) => from.insertInto('changelog').values({ at, claim, kind, related, detail }),
  unlogged: (claims: Value<string>) => from.deleteFrom('changelog').where('claim', 'in', listed(claims)),
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
  chained: () =>
    from
      .selectFrom('changelog')
      .select(['sequence', 'at', 'claim', 'kind', 'related', 'detail', 'hash'])
      .orderBy('sequence'),
  hashBefore: (sequence: Value<number>) =>
    from
      .selectFrom('changelog')
      .select('hash')
      .where('sequence', '<', sequence)
      .orderBy('sequence', 'desc')
      .limit(lit(1)),
  setHash: (hash: Value<Buffer>, sequence: Value<number>) =>
    from.updateTable('changelog').set({ hash }).where('sequence', '=', sequence),
} as const;
