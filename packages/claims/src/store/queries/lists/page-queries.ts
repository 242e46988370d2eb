import { bandCodes } from '../../../model/codes.ts';
import { DERIVED_NOTE } from '../../../model/derived-page.ts';
import type { Schema } from '../../schema/tables.ts';
import type { Described } from '../build/query-source.ts';
import { from, type Named, named, type Value } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';
import { listed, lit } from '../build/sqlite-parts.ts';

const { add, addNew, put, read, remove } = rowQueriesOver<Described>();

/** The trust in a sentence of a page. */
const DERIVED_TRUST = 0.7;

type PageRow = Pick<
  Schema['note'],
  'path' | 'title' | 'region' | 'band' | 'size' | 'mtime' | 'hash' | 'extractor'
> & { id: string; now: number };

type SentenceRow = Pick<
  Schema['claim'],
  | ('key' | 'id' | 'note' | 'subject' | 'predicate' | 'extractor' | 'kind' | 'band' | 'fingerprint')
  | ('precision' | 'confidence')
> & { start: number; end: number; now: number };

/** Generated pages, model verdicts on notes, and ledger matches. */
export const pageQueries = {
  putPage: named((page: Named<PageRow>) =>
    from
      .insertInto('note')
      .values({
        path: page.path,
        note_id: page.id,
        title: page.title,
        region: page.region,
        band: page.band,
        type: lit(DERIVED_NOTE),
        status: lit('active'),
        size: page.size,
        mtime: page.mtime,
        hash: page.hash,
        first_seen: page.now,
        indexed_at: page.now,
        extractor: page.extractor,
        segments: lit(0),
        gated: lit('{}'),
      })
      .onConflict((conflict) =>
        conflict
          .column('path')
          .where('gone_at', 'is', null)
          .doUpdateSet(({ ref }) => ({
            title: ref('excluded.title'),
            region: ref('excluded.region'),
            size: ref('excluded.size'),
            mtime: ref('excluded.mtime'),
            hash: ref('excluded.hash'),
            indexed_at: ref('excluded.indexed_at'),
          })),
      )
      .returning('key'),
  ),
  addSentence: named((claim: Named<SentenceRow>) =>
    from.insertInto('claim').values({
      key: claim.key,
      id: claim.id,
      note: claim.note,
      subject: claim.subject,
      predicate: claim.predicate,
      inherited: lit(1),
      extractor: claim.extractor,
      kind: claim.kind,
      assertion: lit(0),
      status: lit(0),
      band: claim.band,
      span_start: claim.start,
      span_end: claim.end,
      fingerprint: claim.fingerprint,
      precision: claim.precision,
      recorded_from: claim.now,
      confidence: claim.confidence,
      trust: lit(DERIVED_TRUST),
      context: lit(0),
    }),
  ),
  claimsOfNote: read('claim', ['id', 'key'], ['note']),
  keyOfPage: (path: Value<string>) =>
    from.selectFrom('note').select('key').where('path', '=', path).where('type', '=', lit(DERIVED_NOTE)),
  deleteNote: remove('note', ['key']),
  internTerm: (text: Value<string>) =>
    from
      .insertInto('term')
      .values({ text })
      .onConflict((conflict) =>
        conflict.column('text').doUpdateSet(({ ref }) => ({ text: ref('term.text') })),
      )
      .returning('key'),
  sourceOfPage: (id: Value<string>) =>
    from
      .selectFrom('claim')
      .innerJoin('note', 'note.key', 'claim.note')
      .select(['claim.key', 'claim.band', 'claim.status', 'claim.confidence', 'claim.recorded_until as gone'])
      .select((eb) => eb('note.type', 'is', lit(DERIVED_NOTE)).as('page'))
      .where('claim.id', '=', id),
  setChangeDate: put('change_date', ['note', 'date']),
  askedWindows: read('change_asked', ['print'], ['note', 'judge']),
  addAsked: addNew('change_asked', ['note', 'judge', 'print']),
  forgetOtherWindows: (note: Value<number>, judge: Value<string>, prints: Value<string>) =>
    from
      .deleteFrom('change_asked')
      .where('note', '=', note)
      .where('judge', '=', judge)
      .where('print', 'not in', listed(prints)),
  setDone: put('change_done', ['note', 'judge', 'hash']),
  anyPair: () => from.selectFrom('change_pair').select('at').limit(lit(1)),
  putPair: put('change_pair', [
    'newer_note',
    'newer',
    'newer_id',
    'older_note',
    'older',
    'older_id',
    'relation',
    'judge',
    'at',
  ]),
  forgetOtherPairs: (note: Value<number>, judge: Value<string>) =>
    from.deleteFrom('change_pair').where('newer_note', '=', note).where('judge', '<>', judge),
  /** Pairs of notes; pass the list twice. */
  removePairs: (newer: Value<string>, older: Value<string>) =>
    from
      .deleteFrom('change_pair')
      .where((eb) => eb.or([eb('newer_note', 'in', listed(newer)), eb('older_note', 'in', listed(older))])),
  removeAsked: remove('change_asked', ['note in']),
  removeDone: remove('change_done', ['note in']),
  relateIdAgain: (id: Value<string>) =>
    from
      .insertInto('unrelated')
      .orIgnore()
      .columns(['claim'])
      .expression(() => from.selectFrom('claim').select('key as claim').where('id', '=', id)),
  liveSpan: (key: Value<number>) =>
    from
      .selectFrom('claim')
      .select(['span_start as start', 'span_end as end'])
      .where('key', '=', key)
      .where('recorded_until', 'is', null),
  standingClaims: (note: Value<number>) =>
    from
      .selectFrom('claim')
      .select(['id', 'span_start as start', 'span_end as end', 'fingerprint', 'object'])
      .where('note', '=', note)
      .where('recorded_until', 'is', null)
      .where('band', '<>', lit(bandCodes.toCode('secret')))
      .orderBy('span_start')
      .orderBy('key'),
  forgetOtherRefusals: (note: Value<number>, segments: Value<string>) =>
    from.deleteFrom('refused').where('note', '=', note).where('segment', 'not in', listed<string>(segments)),
  addRefusal: add('refused', ['note', 'segment', 'extractor', 'at', 'reason', 'record']),
  removeRefusals: remove('refused', ['note in']),
  addMatch: addNew('ledger_match', ['note', 'claim', 'target']),
  markMeta: (name: Value<string>) =>
    from
      .insertInto('meta')
      .orIgnore()
      .values({ name, value: lit(1) }),
} as const;
