import { bandCodes } from '../../../model/codes.ts';
import { DERIVED_NOTE } from '../../../model/derived-page.ts';
import type { Described } from '../build/query-source.ts';
import { from, type Value } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';
import { listed, lit } from '../build/sqlite-parts.ts';

const { put, read, remove } = rowQueriesOver<Described>();

const there = () => from.selectFrom('note').where('gone_at', 'is', null);
const written = () => there().where('type', 'is not', lit(DERIVED_NOTE));
const known = () =>
  written().select(['path', 'note_id', 'declared_id', 'size', 'mtime', 'indexed_at', 'pending', 'extractor']);

/** Values of the store, its interned texts, and its indexes. */
export const storeQueries = {
  termText: read('term', ['text'], ['key']),
  bytesOfClaim: read('claim', ['band', 'fingerprint'], ['id']),
  idOfClaim: read('claim', ['id'], ['key']),
  placeOfClaim: (id: Value<string>) =>
    from
      .selectFrom('claim')
      .innerJoin('note', 'note.key', 'claim.note')
      .select(['note.path', 'claim.span_start as start', 'claim.id'])
      .where('claim.id', '=', id),
  /** Returns arrays and uses no join, so that an unchanged note costs little more than its `stat`. */
  knownNotes: () => known(),
  knownNotesAt: (paths: Value<string>) => known().where('path', 'in', listed<string>(paths)),
  fileStates: () => written().select(['path', 'size', 'mtime']),
  fileStatesAt: (paths: Value<string>) =>
    there().select(['path', 'size', 'mtime']).where('path', 'in', listed<string>(paths)),
  anyArchived: () => there().select('key').where('status', '=', lit('archived')).limit(lit(1)),
  /** A null filter matches every note. */
  anyNoteLike: (status: Value<string | null>, type: Value<string | null>) =>
    there()
      .select('key')
      .where((eb) => eb('status', '=', eb.fn.coalesce(status, 'status')))
      .where((eb) => eb('type', 'is', eb.fn.coalesce(type, 'type')))
      .limit(lit(1)),
  kindsOfEntries: () => from.selectFrom('changelog').select('kind').distinct(),
  extractorTexts: () =>
    from
      .selectFrom('term')
      .select('text')
      .where(
        'key',
        'in',
        from.selectFrom('claim').select('extractor').union(from.selectFrom('note').select('extractor')),
      ),
  metaNames: read('meta', ['name']),
  gatedTexts: () => from.selectFrom('note').select('gated').distinct(),
  /** The relations that models use most; none of secret text. */
  usedRelations: (most: Value<number>) =>
    from
      .selectFrom('claim')
      .innerJoin('topic', 'topic.key', 'claim.topic')
      .innerJoin('term as predicate', 'predicate.key', 'topic.predicate')
      .innerJoin('term as extractor', 'extractor.key', 'claim.extractor')
      .select('predicate.text')
      .where('claim.recorded_until', 'is', null)
      .where('claim.band', '<', lit(bandCodes.toCode('secret')))
      .where('predicate.text', '<>', lit('states'))
      .where('extractor.text', 'like', lit('llm@%'))
      .groupBy('predicate.text')
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .orderBy('predicate.text')
      .limit(most),
  leastComplete: () => from.selectFrom('claim_index').select((eb) => eb.fn.min('complete').as('complete')),
  readMeta: read('meta', ['value'], ['name']),
  writeMeta: put('meta', ['name', 'value']),
  forgetMeta: remove('meta', ['name']),
  noteIdsAreDue: () =>
    from
      .insertInto('meta')
      .orReplace()
      .values({ name: lit('note_ids_due'), value: lit(1) }),
  findTerm: read('term', ['key'], ['text']),
  addTerm: (text: Value<string>) =>
    from
      .insertInto('term')
      .values({ text })
      .onConflict((conflict) => conflict.doNothing()),
  findTopic: read('topic', ['key'], ['subject', 'predicate']),
  addTopic: (subject: Value<number>, predicate: Value<number>) =>
    from
      .insertInto('topic')
      .values({ subject, predicate })
      .onConflict((conflict) => conflict.doNothing()),
  isComplete: read('claim_index', ['complete'], ['name', 'version']),
  completeIndex: (name: Value<string>, version: Value<number>) =>
    from
      .updateTable('claim_index')
      .set({ complete: lit(1) })
      .where('name', '=', name)
      .where('version', '=', version),
} as const;
