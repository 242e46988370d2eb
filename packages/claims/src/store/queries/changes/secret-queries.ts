import { bandCodes, edgeCodes } from '../../../model/codes.ts';
import type { Described } from '../build/query-source.ts';
import { from, type Value } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';
import { listed, lit } from '../build/sqlite-parts.ts';

const { remove } = rowQueriesOver<Described>();

const SECRET = lit(bandCodes.toCode('secret'));
const PREFIX = lit('~%');

/** Live claims that are encrypted, with the paths of their notes. */
const sealed = () =>
  from
    .selectFrom('claim')
    .innerJoin('note', 'note.key', 'claim.note')
    .select(['note.path', 'claim.sealed'])
    .where('claim.sealed', 'is not', null)
    .where('claim.recorded_until', 'is', null)
    .$narrowType<{ sealed: Buffer }>();

const sealedKeys = () => from.selectFrom('claim').select('claim.key').where('claim.sealed', 'is not', null);

const liveNotes = () => from.selectFrom('note').where('note.gone_at', 'is', null);

/** Secret claims, places of decisions, and the claims that an erasure reaches. */
export const secretQueries = {
  firstSealed: () => sealedKeys().limit(lit(1)),
  sealedClaims: () => sealed(),
  oldestSealed: () => sealed().orderBy('claim.key').limit(lit(1)),
  /** Spans of live encrypted claims. */
  sealedSpans: () =>
    from
      .selectFrom('claim')
      .select(['note', 'span_start', 'span_end'])
      .where('sealed', 'is not', null)
      .where('recorded_until', 'is', null),
  notesWithHash: () => liveNotes().select(['note.key', 'note.path', 'note.hash']),
  sealedPrints: () =>
    from.selectFrom('claim').select(['key', 'id', 'fingerprint']).where('sealed', 'is not', null),
  rekeyClaim: (id: Value<string>, fingerprint: Value<Buffer>, key: Value<number>) =>
    from
      .updateTable('claim')
      .set({ id, fingerprint, segment: lit(null), segment_offset: lit(null), context: lit(-1) })
      .where('key', '=', key),
  forgetSealedIds: () => from.deleteFrom('former_id').where('claim', 'in', sealedKeys()),
  forgetSealedSlots: () => from.deleteFrom('slot_key').where('claim', 'in', sealedKeys()),
  forgetAllMatches: remove('ledger_match'),
  forgetPrints: () => from.updateTable('failure').set({ print: lit(null) }),
  forgetSought: () => from.deleteFrom('meta').where('name', 'like', lit('sought %')),
  relateSealed: () =>
    from
      .insertInto('unrelated')
      .orIgnore()
      .columns(['claim'])
      .expression(() => sealedKeys()),
  forgetGoneHashes: () =>
    from
      .updateTable('note')
      .set((eb) => ({ hash: eb.fn<Buffer>('randomblob', [lit(32)]) }))
      .where('gone_at', 'is not', null)
      .where((eb) =>
        eb.or([
          eb('band', '=', SECRET),
          eb(
            'key',
            'in',
            from.selectFrom('claim').select('claim.note').where('claim.sealed', 'is not', null),
          ),
        ]),
      ),
  /** The spans of secret claims, with their notes. */
  secretPlaces: () =>
    from
      .selectFrom('claim')
      .innerJoin('note', 'note.key', 'claim.note')
      .select(['note.path', 'note.band', 'claim.span_start as start', 'claim.span_end as end'])
      .where('claim.band', '=', SECRET)
      .where('claim.recorded_until', 'is', null),
  goneNotes: () => from.selectFrom('note').select(['key', 'path', 'title']).where('gone_at', 'is not', null),
  goneNotesSince: (since: Value<number>) =>
    from.selectFrom('note').select(['key', 'path', 'title']).where('gone_at', '>=', since),
  /** Paths of notes with a live claim of these bytes, without one note. */
  notesWithBytes: (fingerprint: Value<Buffer>, note: Value<number>, most: Value<number>) =>
    from
      .selectFrom('claim')
      .innerJoin('note', 'note.key', 'claim.note')
      .select('note.path')
      .distinct()
      .where('claim.fingerprint', '=', fingerprint)
      .where('claim.note', '<>', note)
      .where('claim.recorded_until', 'is', null)
      .orderBy('note.path')
      .limit(most),
  recordedPlaces: () =>
    from
      .selectFrom('ledger_match')
      .innerJoin('note', (join) =>
        join.onRef('note.key', '=', 'ledger_match.note').on('note.gone_at', 'is', null),
      )
      .select(['ledger_match.note', 'ledger_match.claim', 'note.path'])
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('claim')
              .select('claim.key')
              .whereRef('claim.id', '=', 'ledger_match.claim')
              .where('claim.recorded_until', 'is', null),
          )
          .as('live'),
      )
      .distinct(),
  isFollowed: (id: Value<string>) =>
    from
      .selectFrom('former_id')
      .innerJoin('claim', (join) =>
        join.onRef('claim.key', '=', 'former_id.claim').on('claim.recorded_until', 'is', null),
      )
      .select('claim.key')
      .where('former_id.id', '=', id),
  /** The places of a decision: its id, its mark, its mark in its own note, and its id again. */
  placesOfTarget: (id: Value<string>, mark: Value<string>, own: Value<string>, again: Value<string>) =>
    from
      .selectFrom('ledger_match')
      .innerJoin('note', (join) =>
        join.onRef('note.key', '=', 'ledger_match.note').on('note.gone_at', 'is', null),
      )
      .select(['ledger_match.claim as id', 'note.path'])
      .select((eb) => eb('ledger_match.target', 'like', PREFIX).as('own'))
      .where('ledger_match.target', 'in', [id, mark, own])
      .union(
        from
          .selectFrom('claim')
          .innerJoin('note', (join) =>
            join.onRef('note.key', '=', 'claim.note').on('note.gone_at', 'is', null),
          )
          .select(['claim.id', 'note.path', lit(0).$castTo<0 | 1 | boolean>().as('own')])
          .where('claim.id', '=', again)
          .where('claim.recorded_until', 'is', null),
      )
      .orderBy('path')
      .orderBy('id'),
  keysOfNotes: (paths: Value<string>) =>
    from
      .selectFrom('claim')
      .select('key')
      .where(
        'note',
        'in',
        from.selectFrom('note').select('note.key').where('path', 'in', listed<string>(paths)),
      ),
  predecessorsOf: (claims: Value<string>) =>
    from
      .selectFrom('claim')
      .select('predecessor')
      .where('predecessor', 'is not', null)
      .where('key', 'in', listed(claims))
      .$narrowType<{ predecessor: number }>(),
  /** A note that cites a claim in its own words is not a copy: it becomes stale, and its author decides about its words. */
  derivedFrom: (claims: Value<string>) =>
    from
      .selectFrom('edge')
      .select('edge.source')
      .where('edge.type', '=', lit(edgeCodes.toCode('derives')))
      .where('edge.target', 'in', listed(claims))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('stated_edge as stated')
              .select('stated.claim')
              .whereRef('stated.source', '=', 'edge.source')
              .whereRef('stated.type', '=', 'edge.type')
              .whereRef('stated.target', '=', 'edge.target'),
          ),
        ),
      ),
  /** Claims of the same note with the same bytes, or that overlap while both are live. */
  overlapping: (claims: Value<string>) =>
    from
      .selectFrom('claim as own')
      .innerJoin('claim as other', 'other.note', 'own.note')
      .select('other.key')
      .whereRef('other.key', '<>', 'own.key')
      .where((eb) =>
        eb.or([
          eb('other.fingerprint', '=', eb.ref('own.fingerprint')),
          eb.and([
            eb('other.recorded_until', 'is', null),
            eb('own.recorded_until', 'is', null),
            eb('other.span_start', '<', eb.ref('own.span_end')),
            eb('own.span_start', '<', eb.ref('other.span_end')),
          ]),
        ]),
      )
      .where('own.key', 'in', listed(claims)),
  /** Live claims that say the same as these; pass the list three times. */
  alsoSaid: (claims: Value<string>, again: Value<string>, more: Value<string>) =>
    from
      .selectFrom('claim')
      .select('id')
      .where('recorded_until', 'is', null)
      .where('key', 'not in', listed(claims))
      .where((eb) =>
        eb.or([
          eb(
            'said',
            'in',
            from
              .selectFrom('claim')
              .select('said')
              .where('key', 'in', listed(again))
              .where('said', 'is not', null),
          ),
          eb(
            'fingerprint',
            'in',
            from.selectFrom('claim').select('fingerprint').where('key', 'in', listed(more)),
          ),
        ]),
      )
      .orderBy('id'),
} as const;
