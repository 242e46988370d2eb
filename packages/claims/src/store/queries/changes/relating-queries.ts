import type { ClaimStatus } from '../../../model/claim.ts';
import { assertionCodes, bandCodes, statusCodes } from '../../../model/codes.ts';
import { DERIVED_NOTE } from '../../../model/derived-page.ts';
import type { Described } from '../build/query-source.ts';
import { from, putRow, type Value } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';
import { listed, lit } from '../build/sqlite-parts.ts';

const { addNew, read, remove, set } = rowQueriesOver<Described>();

const status = (name: ClaimStatus) => lit(statusCodes.toCode(name));
const [SUPERSEDED, STALE, RETRACTED] = [status('superseded'), status('stale'), status('retracted')];
const SECRET = lit(bandCodes.toCode('secret'));
const ASSERTED = lit(assertionCodes.toCode('asserted'));

const live = () => from.selectFrom('claim').where('claim.recorded_until', 'is', null);
/** Prose or an explicit subject is preferred to a field's statement about the note. */
const anchors = (note: Value<number>) =>
  live()
    .select('key')
    .where('note', '=', note)
    .where('assertion', '=', ASSERTED)
    .orderBy((eb) => eb.and([eb('inherited', '<>', lit(0)), eb('object', 'is not', null)]))
    .orderBy('span_start')
    .orderBy('id');

/** Queries on claims for the pass after the notes. */
export const relatingQueries = {
  emptySlots: remove('slot'),
  emptySlotKeys: remove('slot_key'),
  emptyReferences: remove('reference'),
  relateSlots: () =>
    from
      .insertInto('unrelated')
      .orIgnore()
      .columns(['claim'])
      .expression((eb) => eb.selectFrom('slot').select('claim')),
  relateEverything: () =>
    from
      .insertInto('unrelated')
      .orIgnore()
      .columns(['claim'])
      .expression((eb) => eb.selectFrom('claim').select('key')),
  claimState: read(
    'claim',
    [
      'key',
      'id',
      'valid_from',
      'valid_until',
      'precision',
      'trust',
      'status',
      'superseded_at',
      'recorded_until',
      'band',
      'sealed',
    ],
    ['key'],
  ),
  statusOf: read('claim', ['key', 'status'], ['id']),
  setEnd: set('claim', ['status', 'superseded_at'], ['key']),
  /** Its note is written again, so that the text indexes remove it. */
  setStatusAnew: (to: Value<number>, key: Value<number>) =>
    from
      .updateTable('claim')
      .set({ status: to, context: lit(-1) })
      .where('key', '=', key),
  /** Claims whose successor has begun by the given time. */
  dueClaims: (now: Value<string>) =>
    live()
      .select('key')
      .where('superseded_at', 'is not', null)
      .where('status', '<>', SUPERSEDED)
      .where('superseded_at', '<=', now),
  /**
   * Changed claims whose state comes from a decision: their opponents may be gone without a trace. Few of very many claims changed, which SQLite can't know.
   */
  changedByDecision: () =>
    from
      .selectFrom('unrelated')
      .crossJoin('claim')
      .select('claim.key')
      .whereRef('claim.key', '=', 'unrelated.claim')
      .where((eb) =>
        eb.or([
          eb('claim.status', 'in', [status('contested'), SUPERSEDED]),
          eb('claim.superseded_at', 'is not', null),
        ]),
      )
      .where('claim.recorded_until', 'is', null),
  markedStale: () =>
    live()
      .innerJoin('note', 'note.key', 'claim.note')
      .select(['claim.key', 'claim.id'])
      .where('claim.status', '=', STALE)
      .where('note.type', 'is not', lit(DERIVED_NOTE)),
  staleSentences: () =>
    from
      .selectFrom('note')
      .crossJoin('claim')
      .select('claim.key')
      .whereRef('claim.note', '=', 'note.key')
      .where('note.type', '=', lit(DERIVED_NOTE))
      .where('claim.status', '=', STALE),
  staleSentencesOf: (page: Value<number>) =>
    from.selectFrom('claim').select('key').where('note', '=', page).where('status', '=', STALE),
  countStale: () =>
    live()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', STALE)
      .where('band', '<>', SECRET),
  claimsToForget: (ids: Value<string>, retracted: Value<number>) =>
    live()
      .innerJoin('note', 'note.key', 'claim.note')
      .select(['claim.key', 'note.path'])
      .where('claim.id', 'in', listed<string>(ids))
      .where('claim.status', '<>', retracted),
  claimsToRemember: (ids: Value<string>) =>
    live()
      .innerJoin('note', 'note.key', 'claim.note')
      .select(['claim.key', 'claim.note', 'note.path'])
      .where('claim.status', '=', RETRACTED)
      .where('claim.id', 'not in', listed<string>(ids)),
  keysOfIds: read('claim', ['key'], ['id in']),
  keyOfLive: (id: Value<string>) => live().select('key').where('id', '=', id),
  anchorOf: (note: Value<number>) => anchors(note).limit(lit(1)),
  /** The first claims of a note, without secret ones, because an open claim must not depend on those. */
  firstOfNote: (note: Value<number>, most: Value<number>) =>
    anchors(note).where('band', '<', SECRET).limit(most),
  /** If several notes have a name, the one with the shortest path is meant, as in links of a vault. */
  notesNamed: (name: Value<string>) =>
    from
      .selectFrom('term')
      .innerJoin('alias', 'alias.name', 'term.key')
      .innerJoin('note', 'note.key', 'alias.note')
      .select('note.key')
      .where('term.text', '=', name)
      .where('note.gone_at', 'is', null)
      .orderBy((eb) => eb.fn('length', ['note.path']))
      .orderBy('note.path'),
  /** By its current or former id, given twice. Not a claim of a generated page: nothing may depend on those. */
  citedClaim: (id: Value<string>, former: Value<string>) =>
    live()
      .innerJoin('note', 'note.key', 'claim.note')
      .select('claim.key')
      .where((eb) =>
        eb.or([
          eb('claim.id', '=', id),
          eb('claim.key', '=', from.selectFrom('former_id').select('claim').where('id', '=', former)),
        ]),
      )
      .where('claim.band', '<', SECRET)
      .where('note.type', 'is not', lit(DERIVED_NOTE)),
  referencesOf: (claim: Value<number>) =>
    from
      .selectFrom('reference')
      .innerJoin('claim', 'claim.key', 'reference.claim')
      .select(['reference.name', 'reference.type', 'reference.outgoing', 'claim.note'])
      .where('reference.claim', '=', claim)
      .where('claim.recorded_until', 'is', null),
  addReference: addNew('reference', ['claim', 'name', 'type', 'outgoing']),
  putSlot: putRow('slot'),
  addSlotKey: addNew('slot_key', ['key', 'claim']),
  removeSlotKey: remove('slot_key', ['key', 'claim']),
  slotKeyOf: read('slot_key', ['key'], ['claim']),
  slotKeys: read('slot_key', ['key', 'claim']),
  claimsUnder: read('slot_key', ['claim'], ['key']),
  sharedSlotKeys: (keys: Value<string>) =>
    from
      .selectFrom('slot_key')
      .select('key')
      .where('key', 'in', listed(keys))
      .groupBy('key')
      .having((eb) => eb(eb.fn.countAll(), '>', lit(1))),
  /** The claims to relate after the given one, with their slots. */
  dueSlots: (after: Value<number>, most: Value<number>) =>
    from
      .selectFrom('unrelated')
      .leftJoin('slot', 'slot.claim', 'unrelated.claim')
      .select(['unrelated.claim', 'slot.name', 'slot.resolved', 'slot.place', 'slot.thing'])
      .where('unrelated.claim', '>', after)
      .orderBy('unrelated.claim')
      .limit(most)
      .$narrowType<{ resolved: number }>(),
  unrelated: read('unrelated', ['claim']),
  anyUnrelated: () => from.selectFrom('unrelated').select('claim').limit(lit(1)),
  anyChangedName: () => from.selectFrom('changed_name').select('name').limit(lit(1)),
  countUnrelated: () => from.selectFrom('unrelated').select((eb) => eb.fn.countAll<number>().as('count')),
  forgetUnrelated: remove('unrelated'),
  relateAllAgain: (claims: Value<string>) =>
    from
      .insertInto('unrelated')
      .orIgnore()
      .columns(['claim'])
      .expression(() => listed(claims)),
} as const;
