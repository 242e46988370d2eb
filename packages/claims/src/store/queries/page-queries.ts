import { bandCodes } from '../../model/codes.ts';
import { DERIVED_NOTE } from '../../model/derived-page.ts';
import { from, type Value } from './query-source.ts';
import { listed, lit } from './sqlite-parts.ts';

/** Generated pages, model verdicts on notes, and ledger matches. */
export const pageQueries = {
  claimsOfNote: (note: Value<number>) =>
    from.selectFrom('claim').select(['id', 'key']).where('note', '=', note),
  keyOfPage: (path: Value<string>) =>
    from.selectFrom('note').select('key').where('path', '=', path).where('type', '=', lit(DERIVED_NOTE)),
  deleteNote: (key: Value<number>) => from.deleteFrom('note').where('key', '=', key),
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
  setChangeDate: (note: Value<number>, date: Value<string>) =>
    from.insertInto('change_date').orReplace().values({ note, date }),
  askedWindows: (note: Value<number>, judge: Value<string>) =>
    from.selectFrom('change_asked').select('print').where('note', '=', note).where('judge', '=', judge),
  addAsked: (note: Value<number>, judge: Value<string>, print: Value<number>) =>
    from.insertInto('change_asked').orIgnore().values({ note, judge, print }),
  forgetOtherWindows: (note: Value<number>, judge: Value<string>, prints: Value<string>) =>
    from
      .deleteFrom('change_asked')
      .where('note', '=', note)
      .where('judge', '=', judge)
      .where('print', 'not in', listed(prints)),
  setDone: (note: Value<number>, judge: Value<string>, hash: Value<Buffer>) =>
    from.insertInto('change_done').orReplace().values({ note, judge, hash }),
  anyPair: () => from.selectFrom('change_pair').select('at').limit(lit(1)),
  putPair: (
    newer_note: Value<number>,
    newer: Value<Buffer>,
    newer_id: Value<string | null>,
    older_note: Value<number>,
    older: Value<Buffer>,
    older_id: Value<string | null>,
    relation: Value<string>,
    judge: Value<string>,
    at: Value<number>,
  ) =>
    from
      .insertInto('change_pair')
      .orReplace()
      .values({ newer_note, newer, newer_id, older_note, older, older_id, relation, judge, at }),
  forgetOtherPairs: (note: Value<number>, judge: Value<string>) =>
    from.deleteFrom('change_pair').where('newer_note', '=', note).where('judge', '<>', judge),
  /** Pairs of notes; pass the list twice. */
  removePairs: (newer: Value<string>, older: Value<string>) =>
    from
      .deleteFrom('change_pair')
      .where((eb) => eb.or([eb('newer_note', 'in', listed(newer)), eb('older_note', 'in', listed(older))])),
  removeAsked: (notes: Value<string>) => from.deleteFrom('change_asked').where('note', 'in', listed(notes)),
  removeDone: (notes: Value<string>) => from.deleteFrom('change_done').where('note', 'in', listed(notes)),
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
  addRefusal: (
    note: Value<number>,
    segment: Value<string>,
    extractor: Value<string>,
    at: Value<number>,
    reason: Value<string>,
    record: Value<string>,
  ) => from.insertInto('refused').values({ note, segment, extractor, at, reason, record }),
  removeRefusals: (notes: Value<string>) => from.deleteFrom('refused').where('note', 'in', listed(notes)),
  addMatch: (note: Value<number>, claim: Value<string>, target: Value<string>) =>
    from.insertInto('ledger_match').orIgnore().values({ note, claim, target }),
  markMeta: (name: Value<string>) =>
    from
      .insertInto('meta')
      .orIgnore()
      .values({ name, value: lit(1) }),
} as const;
