import { expressionBuilder } from 'kysely';
import { bandCodes, statusCodes } from '../../../model/codes.ts';
import { DERIVED_NOTE } from '../../../model/derived-page.ts';
import { from, type QueryTables, type Value } from '../build/query-source.ts';
import { lit } from '../build/sqlite-parts.ts';

const SECRET = lit(bandCodes.toCode('secret'));
const RETRACTED = lit(statusCodes.toCode('retracted'));
const CHANGING = [lit('replaces'), lit('contradicts')];
const ARCHIVED = lit('archived');

/** Memories are saved at an instant: two from one day are ordered by it. Nothing of a secret claim affects this. */
const memory = () =>
  from
    .selectFrom('note as saved')
    .where('saved.note_id', '>=', lit('mem_'))
    .where('saved.note_id', '<', lit('mem`'));

const liveClaims = () =>
  from.selectFrom('claim').where('claim.recorded_until', 'is', null).where('claim.status', '<>', RETRACTED);

const unitsOf = (path: Value<string>, side: 'newer' | 'older') =>
  from
    .selectFrom('note')
    .innerJoin('change_pair', `change_pair.${side}_note`, 'note.key')
    .select(`change_pair.${side} as unit`)
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('claim')
            .select('claim.key')
            .whereRef('claim.note', '=', 'note.key')
            .whereRef('claim.fingerprint', '=', `change_pair.${side}`)
            .where('claim.recorded_until', 'is', null),
        )
        .as('live'),
    )
    .where('note.path', '=', path)
    .where('note.gone_at', 'is', null)
    .where('change_pair.relation', 'in', CHANGING);

/** The claim of a side: by its id, else the note's first one with these bytes. */
const claimOf = (side: 'newer' | 'older') => {
  const { ref } = expressionBuilder<QueryTables & { pair: QueryTables['change_pair'] }, 'pair'>();
  const live = liveClaims().where('claim.note', '=', ref(`pair.${side}_note`));
  return from.fn.coalesce(
    live.select('claim.key').where('claim.id', '=', ref(`pair.${side}_id`)),
    live
      .select((eb) => eb.fn.min('claim.key').as('key'))
      .where('claim.fingerprint', '=', ref(`pair.${side}`)),
  );
};

/** What models said about changes between notes. */
export const changeQueries = {
  emptyDates: () => from.deleteFrom('change_date'),
  /** Live notes that people wrote, oldest first: by their own date, else by the file's modification time. */
  datedNotes: (judge: Value<string>) =>
    from
      .selectFrom('note')
      .leftJoin('change_date', 'change_date.note', 'note.key')
      .leftJoin('change_done', (join) =>
        join.onRef('change_done.note', '=', 'note.key').on('change_done.judge', '=', judge),
      )
      .select(['note.key', 'note.path', 'note.hash', 'change_done.hash as done'])
      .where('note.gone_at', 'is', null)
      .where('note.type', 'is not', lit(DERIVED_NOTE))
      .where('note.status', '<>', ARCHIVED)
      .where('note.band', '<>', SECRET)
      .orderBy(({ eb, fn }) =>
        fn.coalesce(
          fn<string>('nullif', ['change_date.date', lit('')]),
          fn<string>('strftime', [lit('%Y-%m-%d'), eb('note.mtime', '/', lit(1000)), lit('unixepoch')]),
        ),
      )
      .orderBy((eb) =>
        memory()
          .innerJoin('claim', 'claim.note', 'saved.key')
          .select(({ fn }) => fn.min('claim.valid_from').as('at'))
          .where('saved.key', '=', eb.ref('note.key'))
          .where('claim.recorded_until', 'is', null)
          .where('claim.band', '<>', SECRET),
      )
      .orderBy((eb) => memory().select('saved.key').where('saved.key', '=', eb.ref('note.key')))
      .orderBy('note.path'),
  /** Statements of a note that a judge named, and whether a live claim has their bytes. Pass the path twice. */
  changeUnits: (path: Value<string>, again: Value<string>) =>
    unitsOf(path, 'newer').union(unitsOf(again, 'older')),
  /** A verdict that two claims are both valid; pass them in both orders. */
  bothHold: (a: Value<number>, b: Value<number>, c: Value<number>, d: Value<number>) =>
    from
      .selectFrom('change_pair as pair')
      .innerJoin('claim as n', (join) =>
        join.onRef('n.note', '=', 'pair.newer_note').onRef('n.fingerprint', '=', 'pair.newer'),
      )
      .innerJoin('claim as o', (join) =>
        join.onRef('o.note', '=', 'pair.older_note').onRef('o.fingerprint', '=', 'pair.older'),
      )
      .select('pair.at')
      .where('pair.relation', 'in', [lit('same'), lit('compatible')])
      .where((eb) =>
        eb.or([
          eb.and([eb('n.key', '=', a), eb('o.key', '=', b)]),
          eb.and([eb('n.key', '=', c), eb('o.key', '=', d)]),
        ]),
      )
      .limit(lit(1)),
  judgedPairs: () =>
    from
      .selectFrom('change_pair as pair')
      .innerJoin('note as n', (join) =>
        join
          .onRef('n.key', '=', 'pair.newer_note')
          .on('n.gone_at', 'is', null)
          .on('n.status', '<>', ARCHIVED),
      )
      .innerJoin('note as o', (join) =>
        join
          .onRef('o.key', '=', 'pair.older_note')
          .on('o.gone_at', 'is', null)
          .on('o.status', '<>', ARCHIVED),
      )
      .select([claimOf('newer').as('newer'), claimOf('older').as('older')])
      .select(['pair.relation', 'pair.judge', 'pair.at'])
      .where('pair.relation', 'in', CHANGING)
      .orderBy('pair.at')
      .orderBy('newer')
      .orderBy('older'),
  /** The refused records of live notes, by note, the latest first. */
  refusals: () =>
    from
      .selectFrom('refused')
      .innerJoin('note', 'note.key', 'refused.note')
      .select(['note.path', 'refused.extractor', 'refused.at', 'refused.reason', 'refused.record'])
      .where('note.gone_at', 'is', null)
      .orderBy('note.path')
      .orderBy('refused.at', 'desc')
      .orderBy(from.dynamic.ref('refused.rowid')),
} as const;
