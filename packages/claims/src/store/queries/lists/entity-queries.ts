import { bandCodes } from '../../../model/codes.ts';
import { DERIVED_NOTE } from '../../../model/derived-page.ts';
import type { Described } from '../build/query-source.ts';
import { from, type Value } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';
import { listed, lit, NO_BYTES } from '../build/sqlite-parts.ts';

const { read } = rowQueriesOver<Described>();

const SECRET = lit(bandCodes.toCode('secret'));

/** Names and their notes, without secret notes. */
const borne = () =>
  from
    .selectFrom('alias')
    .innerJoin('term', 'term.key', 'alias.name')
    .innerJoin('note', 'note.key', 'alias.note')
    .where('note.gone_at', 'is', null)
    .where('note.band', '<', SECRET);

/** The live claims of a note. */
const claimsAt = (path: Value<string>) =>
  from
    .selectFrom('note')
    .innerJoin('claim', 'claim.note', 'note.key')
    .where('note.path', '=', path)
    .where('note.gone_at', 'is', null)
    .where('claim.recorded_until', 'is', null);

/** Notes whose id may differ from the one in their frontmatter. */
const withIds = () =>
  from.selectFrom('note').where('gone_at', 'is', null).where('type', 'is not', lit(DERIVED_NOTE));

/** Names of notes and things, and ids of notes. */
export const entityQueries = {
  bearers: (name: Value<string>) =>
    borne().select('note.title').distinct().where('term.text', '=', name).orderBy('note.title'),
  countBearers: (name: Value<string>) =>
    borne()
      .select((eb) => eb.fn.count<number>('note.key').distinct().as('count'))
      .where('term.text', '=', name),
  namesOfTitle: (title: Value<string>) =>
    borne().select('term.text').distinct().where('note.title', '=', title).orderBy('term.text'),
  borneNames: () =>
    borne().select(['term.text as name', 'note.title']).orderBy('note.title').orderBy('term.text'),
  /** The names that a note mentions; pass its path three times. */
  calledIn: (path: Value<string>, again: Value<string>, more: Value<string>) =>
    claimsAt(path)
      .innerJoin('topic', 'topic.key', 'claim.topic')
      .innerJoin('term as subject', 'subject.key', 'topic.subject')
      .select('subject.text')
      .where('claim.band', '<', SECRET)
      .union(
        claimsAt(again)
          .select('claim.object as text')
          .where('claim.band', '<', SECRET)
          .where('claim.object', 'is not', null)
          .$narrowType<{ text: string }>(),
      )
      .union(
        claimsAt(more)
          .innerJoin('reference', 'reference.claim', 'claim.key')
          .select('reference.name as text'),
      ),
  namedSubjects: () =>
    from
      .selectFrom('claim')
      .innerJoin('note', 'note.key', 'claim.note')
      .innerJoin('topic', 'topic.key', 'claim.topic')
      .innerJoin('term as subject', 'subject.key', 'topic.subject')
      .select(['subject.text as name', 'note.path as notePath'])
      .select((eb) => eb.fn.countAll<number>().as('claims'))
      .where('claim.recorded_until', 'is', null)
      .where('claim.band', '<', SECRET)
      .where('note.gone_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb.and([eb('claim.inherited', '=', lit(0)), eb('claim.object', 'is not', null)]),
          eb.and([
            eb('claim.object', 'is', null),
            eb.exists(
              eb
                .selectFrom('alias')
                .select('alias.note')
                .whereRef('alias.name', '=', 'topic.subject')
                .whereRef('alias.note', '<>', 'claim.note'),
            ),
          ]),
        ]),
      )
      .where('note.type', 'is not', lit(DERIVED_NOTE))
      .groupBy(['subject.text', 'note.path'])
      .orderBy('subject.text')
      .orderBy('note.path'),
  otherIds: () =>
    withIds()
      .select('key')
      .where((eb) => eb(eb.fn.coalesce('declared_id', 'note_id'), 'is not', eb.ref('note_id'))),
  claimedIds: () =>
    withIds()
      .select(['key', 'path', 'note_id', 'declares', 'band'])
      .select((eb) => eb.fn.coalesce('declared_id', 'note_id').as('id')),
  /** Marks the note to be written again. */
  setNoteId: (id: Value<string>, key: Value<number>) =>
    from
      .updateTable('note')
      .set({ note_id: id, mtime: lit(-1), hash: NO_BYTES })
      .where('key', '=', key),
  unsettleNotes: (paths: Value<string>) =>
    from
      .updateTable('note')
      .set({ mtime: lit(-1), hash: NO_BYTES })
      .where('gone_at', 'is', null)
      .where('path', 'in', listed<string>(paths)),
  noteHeads: (keys: Value<string>) =>
    from
      .selectFrom('note')
      .select(['key', 'note_id', 'path', 'title'])
      .where('gone_at', 'is', null)
      .where('key', 'in', listed(keys)),
  noteKeyAt: read('note', ['key'], ['path']),
  stampOf: (path: Value<string>) =>
    from
      .selectFrom('note')
      .select(['size', 'mtime', 'indexed_at'])
      .where('path', '=', path)
      .where('gone_at', 'is', null),
  formerIds: read('former_id', ['id', 'claim'], ['id in']),
  versionOf: read('claim_index', ['version'], ['name']),
  isFilled: read('claim_index', ['complete'], ['name']),
  refillIndex: (index: Value<string>) =>
    from
      .updateTable('claim_index')
      .set({ complete: lit(0) })
      .where('name', '=', index),
  putIndex: (name: Value<string>, version: Value<number>) =>
    from
      .insertInto('claim_index')
      .orReplace()
      .values({ name, version, complete: lit(0) }),
} as const;
