import { assertionCodes, edgeCodes, statusCodes } from '../../../model/codes.ts';
import { CITED, MEMORY } from '../../../relate/read-references.ts';
import { SLOT_RULES } from '../../relating/read-relating.ts';
import { from, type Value } from '../build/query-source.ts';
import { lit, wanted } from '../build/sqlite-parts.ts';

const RETRACTED = lit(statusCodes.toCode('retracted'));
const ASSERTED = lit(assertionCodes.toCode('asserted'));
const MOSTLY = lit(SLOT_RULES.indexOf('mostly'));
const ARCHIVED = lit('archived');

/** Claims and their slots, by the keys under which they are compared. */
const underKeys = () => from.selectFrom('slot_key').innerJoin('slot', 'slot.claim', 'slot_key.claim');

/** Claims of memories that record what they replace. */
const saying = () =>
  from
    .selectFrom('reference')
    .innerJoin('claim as newer', (join) =>
      join.onRef('newer.key', '=', 'reference.claim').on('newer.recorded_until', 'is', null),
    )
    .innerJoin('note as own', (join) =>
      join.onRef('own.key', '=', 'newer.note').on('own.status', '<>', ARCHIVED),
    )
    .where('reference.type', '=', lit(edgeCodes.toCode('supersedes')))
    .where('reference.name', '>=', lit(MEMORY))
    .where('reference.name', '<', lit(`${MEMORY}~`));

const named = () => from.fn<string>('substr', ['reference.name', lit(MEMORY.length + 1)]);

/** The claims to relate. The query starts from them: SQLite can't know how few they are. */
const changed = () => from.selectFrom('unrelated');

/** Comparisons of claims in one place, and of claims connected by names and citations. */
export const conflictQueries = {
  slotMembers: (key: Value<number>, most: Value<number>) =>
    underKeys()
      .innerJoin('claim', 'claim.key', 'slot.claim')
      .innerJoin('note', 'note.key', 'claim.note')
      .select(['claim.key', 'claim.id', 'claim.note', 'claim.valid_from', 'claim.precision'])
      .select(['slot.predicate', 'slot.value', 'slot.kind', 'slot.single'])
      .where('slot_key.key', '=', key)
      .where('claim.recorded_until', 'is', null)
      .where('claim.assertion', '=', ASSERTED)
      .where('claim.status', '<>', RETRACTED)
      .where('note.status', '<>', ARCHIVED)
      .orderBy('claim.id')
      .limit(most),
  slotHabits: () =>
    underKeys()
      .innerJoin('claim', 'claim.key', 'slot.claim')
      .select(['slot_key.key', 'slot.predicate', 'slot.value'])
      .where('slot.single', '=', MOSTLY)
      .where('claim.recorded_until', 'is', null)
      .orderBy('slot_key.key')
      .orderBy('claim.valid_from')
      .orderBy('claim.id'),
  learnedKeys: () =>
    underKeys()
      .select('slot_key.key')
      .where('slot.single', '=', MOSTLY)
      .groupBy('slot_key.key')
      .having((eb) => eb(eb.fn.count('slot.value').distinct(), '>', lit(1))),
  saidBefore: (said: Value<number>) =>
    from
      .selectFrom('claim')
      .innerJoin('note', 'note.key', 'claim.note')
      .select('claim.id')
      .where('claim.said', '=', said)
      .where('claim.recorded_until', 'is', null)
      .where('claim.assertion', '=', ASSERTED)
      .where('claim.status', '<>', RETRACTED)
      .where('note.status', '<>', ARCHIVED),
  /** The live claims of a note or with an id; pass the id twice. */
  claimsNamed: (id: Value<string>, again: Value<string>) =>
    from
      .selectFrom('note')
      .innerJoin('claim', 'claim.note', 'note.key')
      .select('claim.key')
      .where('note.note_id', '=', id)
      .where('note.gone_at', 'is', null)
      .where('claim.recorded_until', 'is', null)
      .union(
        from.selectFrom('claim').select('key').where('id', '=', again).where('recorded_until', 'is', null),
      ),
  /** By the current ids of notes; for a person's note a single claim is named. */
  replacements: () =>
    saying()
      .innerJoin('note', (join) =>
        join
          .on('note.note_id', '=', named())
          .on('note.gone_at', 'is', null)
          .onRef('note.key', '<>', 'newer.note'),
      )
      .innerJoin('claim as older', (join) =>
        join.onRef('older.note', '=', 'note.key').on('older.recorded_until', 'is', null),
      )
      .select(['reference.claim as newer', 'older.key as older'])
      .union(
        saying()
          .innerJoin('claim as older', (join) =>
            join
              .on('older.id', '=', named())
              .on('older.recorded_until', 'is', null)
              .onRef('older.note', '<>', 'newer.note'),
          )
          .select(['reference.claim as newer', 'older.key as older']),
      ),
  /** Every note that the notes of the claims name. */
  namedBeside: (claims: Value<string>) =>
    from
      .selectFrom(wanted(claims))
      .innerJoin('claim as own', 'own.key', 'wanted.value')
      .innerJoin('claim', 'claim.note', 'own.note')
      .innerJoin('stated_edge', 'stated_edge.claim', 'claim.key')
      .select('stated_edge.named')
      .distinct(),
  /** Changed claims that name notes, and claims that name a note with a changed claim. */
  claimsToRead: () =>
    changed()
      .crossJoin('claim')
      .crossJoin('alias')
      .crossJoin('term')
      .crossJoin('reference')
      .select('reference.claim')
      .whereRef('claim.key', '=', 'unrelated.claim')
      .whereRef('alias.note', '=', 'claim.note')
      .whereRef('term.key', '=', 'alias.name')
      .whereRef('reference.name', '=', 'term.text')
      .union(
        changed()
          .crossJoin('claim')
          .crossJoin('reference')
          .select('reference.claim')
          .whereRef('claim.key', '=', 'unrelated.claim')
          .where((eb) => eb('reference.name', '=', eb(lit<string>(CITED), '||', eb.ref('claim.id')))),
      )
      .union(
        changed()
          .crossJoin('former_id')
          .crossJoin('reference')
          .select('reference.claim')
          .whereRef('former_id.claim', '=', 'unrelated.claim')
          .where((eb) => eb('reference.name', '=', eb(lit<string>(CITED), '||', eb.ref('former_id.id')))),
      )
      .union(
        changed()
          .crossJoin('reference')
          .select('reference.claim')
          .whereRef('reference.claim', '=', 'unrelated.claim'),
      )
      .union(
        changed()
          .crossJoin('stated_edge')
          .select('stated_edge.claim')
          .whereRef('stated_edge.claim', '=', 'unrelated.claim'),
      )
      .union(
        changed()
          .crossJoin('stated_edge')
          .select('stated_edge.claim')
          .whereRef('stated_edge.target', '=', 'unrelated.claim'),
      )
      .union(
        changed()
          .crossJoin('stated_edge')
          .select('stated_edge.claim')
          .whereRef('stated_edge.source', '=', 'unrelated.claim'),
      ),
  /** Changed claims, and those whose subject is a name that a note gained or lost. Cross joins keep SQLite from walking all claims to find a few. */
  affectedSayings: () =>
    from
      .selectFrom(
        from
          .selectFrom('changed_name')
          .crossJoin('topic')
          .crossJoin('claim')
          .select('claim.key')
          .whereRef('topic.subject', '=', 'changed_name.name')
          .whereRef('claim.topic', '=', 'topic.key')
          .union(changed().select('claim as key'))
          .as('affected'),
      )
      .crossJoin('claim')
      .crossJoin('topic')
      .crossJoin('term as subject')
      .crossJoin('term as predicate')
      .select(['claim.key', 'claim.said', 'claim.object', 'topic.subject as name'])
      .select(['subject.text as subject', 'predicate.text as predicate'])
      .whereRef('claim.key', '=', 'affected.key')
      .whereRef('topic.key', '=', 'claim.topic')
      .whereRef('subject.key', '=', 'topic.subject')
      .whereRef('predicate.key', '=', 'topic.predicate')
      .where('claim.inherited', '=', lit(0))
      .where('claim.object', 'is not', null)
      .where('claim.said', 'is not', null)
      .where('claim.recorded_until', 'is', null)
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(selectFrom('alias').select('alias.note').whereRef('alias.name', '=', 'topic.subject')),
          exists(
            selectFrom('changed_name')
              .select('changed_name.name')
              .whereRef('changed_name.name', '=', 'topic.subject'),
          ),
        ]),
      )
      .$narrowType<{ said: number; object: string }>(),
  /** A sentence about this name may be about a different thing now. */
  relateRenamed: () =>
    from
      .insertInto('unrelated')
      .orIgnore()
      .columns(['claim'])
      .expression(() =>
        from
          .selectFrom('changed_name')
          .innerJoin('term', 'term.key', 'changed_name.name')
          .innerJoin('slot', 'slot.name', 'term.text')
          .select('slot.claim'),
      ),
  forgetChangedNames: () => from.deleteFrom('changed_name'),
  /** New claims with the retired ones that they may continue. */
  carriedPairs: (since: Value<number>, added: Value<string>) =>
    from
      .selectFrom('claim as new')
      .innerJoin('claim as old', (join) =>
        join
          .on('old.recorded_until', '>=', since)
          .onRef('old.fingerprint', '=', 'new.fingerprint')
          .onRef('old.note', '<>', 'new.note')
          .onRef('old.band', '=', 'new.band')
          .onRef('old.inherited', '=', 'new.inherited')
          .onRef('old.object', 'is', 'new.object')
          .onRef('old.predicate', 'is', 'new.predicate')
          .on((eb) => eb.or([eb('old.inherited', '=', lit(1)), eb('old.topic', 'is', eb.ref('new.topic'))])),
      )
      .innerJoin('note', 'note.key', 'new.note')
      .innerJoin('note as former', 'former.key', 'old.note')
      .select(['old.key as old_key', 'new.key as new_key', 'old.recorded_until as old_until'])
      .select(['note.path', 'note.type', 'former.path as old_path', 'former.type as old_type'])
      .where('new.key', 'in', from.selectFrom(wanted(added)).select('wanted.value'))
      .where('new.recorded_until', 'is', null)
      .where('old.sealed', 'is', null)
      .orderBy('new.key')
      .orderBy('old.recorded_until', 'desc')
      .orderBy('old.key')
      .$narrowType<{ old_until: number }>(),
  /** Continues a claim at the place of another one that has its bytes now. */
  carryClaim: (status: Value<number>, added: Value<number>, key: Value<number>) =>
    from
      .updateTable('claim')
      .from('claim as added')
      .set(({ ref }) => ({
        note: ref('added.note'),
        span_start: ref('added.span_start'),
        span_end: ref('added.span_end'),
        segment: ref('added.segment'),
        segment_offset: ref('added.segment_offset'),
        subject: ref('added.subject'),
        topic: ref('added.topic'),
        heading: ref('added.heading'),
        recorded_until: lit(null),
        status,
        context: lit(-1),
      }))
      .where('added.key', '=', added)
      .where('claim.key', '=', key),
} as const;
