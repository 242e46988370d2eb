import type { ClaimStatus } from '../../model/claim.ts';
import { edgeCodes, statusCodes } from '../../model/codes.ts';
import { DERIVED_NOTE } from '../../model/derived-page.ts';
import { from, type Value } from './query-source.ts';
import { field, lit } from './sqlite-parts.ts';

/** Existing notes, each with its number of claims. */
const notes = () =>
  from
    .selectFrom('note')
    .innerJoin('term', 'term.key', 'note.extractor')
    .select(['note.path', 'note.note_id', 'note.declared_id', 'note.title', 'note.region', 'note.band'])
    .select(['note.type', 'note.status', 'note.size', 'note.mtime', 'note.hash', 'note.first_seen'])
    .select(['note.indexed_at', 'note.segments', 'note.gated', 'term.text as extractor_text'])
    .select((eb) =>
      eb
        .selectFrom('claim')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('claim.note', '=', 'note.key')
        .where('claim.recorded_until', 'is', null)
        .as('claims'),
    )
    .where('note.gone_at', 'is', null)
    .where('note.type', 'is distinct from', lit(DERIVED_NOTE));

/** A null filter matches every note. */
const filtered = (status: Value<string | null>, type: Value<string | null>) =>
  notes()
    .where((eb) => eb('note.status', '=', eb.fn.coalesce(status, 'note.status')))
    .where((eb) => eb('note.type', 'is not distinct from', eb.fn.coalesce(type, 'note.type')));

/** The entry about the erasure of a claim keeps its id. */
const idOfEntry = () => from.fn.coalesce('claim.id', field('erasure.detail', 'id'));

/** The changelog in order. */
const entries = () =>
  from
    .selectFrom('changelog')
    .leftJoin('claim', 'claim.key', 'changelog.claim')
    .leftJoin('changelog as erasure', (join) =>
      join.onRef('erasure.claim', '=', 'changelog.claim').on('erasure.kind', '=', lit('erased')),
    )
    .leftJoin('claim as other', 'other.key', 'changelog.related')
    .select(['changelog.sequence', 'changelog.at', 'changelog.kind', 'changelog.detail'])
    .select(['other.id as related_id', idOfEntry().as('claim_id')])
    .where(idOfEntry(), 'is not', null)
    .orderBy('changelog.sequence');

const names = () =>
  from
    .selectFrom('note')
    .select(['path', 'note_id'])
    .where('gone_at', 'is', null)
    .where('type', 'is distinct from', lit(DERIVED_NOTE))
    .orderBy('path');

const codes = (names: readonly ClaimStatus[]) => names.map((name) => lit(statusCodes.toCode(name)));
const DERIVES = lit(edgeCodes.toCode('derives'));

/** Edges by which a claim is derived from another or depends on it. */
const dependencies = () =>
  from
    .selectFrom('edge')
    .innerJoin('claim as source', 'source.key', 'edge.target')
    .where('edge.type', 'in', [DERIVES, lit(edgeCodes.toCode('depends_on'))])
    .where('edge.recorded_until', 'is', null);

/** Edges of facts. Sentences of pages are handled separately: there are many, and nothing depends on them. */
const ofFacts = () =>
  dependencies().where(
    'edge.source',
    'not in',
    from
      .selectFrom('claim as sentence')
      .innerJoin('note as page', 'page.key', 'sentence.note')
      .select('sentence.key')
      .where('page.type', '=', lit(DERIVED_NOTE)),
  );

/** Sentences of pages with their invalid claims, starting from the few pages. Their sources are never pages, so one step is enough. */
const fallenUnder = () =>
  from
    .selectFrom('note')
    .crossJoin('claim as page')
    .crossJoin('edge')
    .innerJoin('claim as fell', 'fell.key', 'edge.target')
    .select(['page.key', 'page.id', 'fell.id as source'])
    .whereRef('page.note', '=', 'note.key')
    .whereRef('edge.source', '=', 'page.key')
    .where('edge.type', '=', DERIVES)
    .where('edge.recorded_until', 'is', null)
    .where((eb) =>
      eb.or([
        eb('fell.recorded_until', 'is not', null),
        eb('fell.status', 'in', codes(['superseded', 'stale', 'retracted'])),
      ]),
    )
    .where('note.type', '=', lit(DERIVED_NOTE))
    .orderBy('page.id')
    .orderBy('fell.id');

/** Lists that both databases return from one query. */
export const listQueries = {
  // Separate, because PostgreSQL plans a filter as selective even if it matches everything.
  notesListed: () => notes().orderBy('note.path'),
  notesFiltered: (status: Value<string | null>, type: Value<string | null>) =>
    filtered(status, type).orderBy('note.path'),
  notesOfId: (status: Value<string | null>, type: Value<string | null>, id: Value<string>) =>
    filtered(status, type).where('note.note_id', '=', id).orderBy('note.path'),
  failures: () =>
    from.selectFrom('failure').select(['path', 'code', 'reason', 'attempts', 'at']).orderBy('path'),
  changelogAfter: (after: Value<number>, most: Value<number>) =>
    entries().where('changelog.sequence', '>', after).limit(most),
  changelogOf: (claim: Value<number>, after: Value<number>, most: Value<number>) =>
    entries().where('changelog.claim', '=', claim).where('changelog.sequence', '>', after).limit(most),
  /** Each live claim with a claim that it depends on. */
  derivations: () =>
    dependencies()
      .innerJoin('claim as derived', 'derived.key', 'edge.source')
      .select(['derived.id as derived', 'source.id as source'])
      .where('derived.recorded_until', 'is', null),
  derivationsOfFacts: () =>
    ofFacts()
      .innerJoin('claim as derived', 'derived.key', 'edge.source')
      .select(['derived.id as derived', 'source.id as source'])
      .where('derived.recorded_until', 'is', null),
  /** Dependencies that no longer hold. */
  fallenSources: () =>
    ofFacts()
      .select('source.id')
      .distinct()
      .where((eb) =>
        eb.or([
          eb('source.recorded_until', 'is not', null),
          eb('source.status', 'in', codes(['superseded', 'retracted'])),
        ]),
      ),
  fallenUnderPages: () => fallenUnder(),
  fallenUnderPage: (page: Value<number>) => fallenUnder().where('note.key', '=', page),
  keyOfErased: (id: Value<string>) =>
    from
      .selectFrom('changelog')
      .select('claim')
      .where('kind', '=', lit('erased'))
      .where(field('detail', 'id'), '=', id),
  keyOfClaim: (id: Value<string>) => from.selectFrom('claim').select('key').where('id', '=', id),
  noteNames: () => names(),
  changedNames: (indexed: Value<number>, sequence: Value<number>) =>
    names().where((eb) =>
      eb.or([
        eb('indexed_at', '>', indexed),
        eb(
          'key',
          'in',
          from
            .selectFrom('changelog')
            .innerJoin('claim', 'claim.key', 'changelog.claim')
            .select('claim.note')
            .where('changelog.sequence', '>', sequence),
        ),
      ]),
    ),
  isEntry: (sequence: Value<number>, at: Value<number>, claim: Value<number>) =>
    from
      .selectFrom('changelog')
      .select('kind')
      .where('sequence', '=', sequence)
      .where('at', '=', at)
      .where('claim', '=', claim),
  /** The newest changelog entry, and the time of the last indexing. */
  newestEntry: () =>
    from
      .selectFrom('changelog')
      .select(['sequence', 'at', 'claim'])
      .select((eb) =>
        eb
          .selectFrom('note')
          .select((note) => note.fn.coalesce(note.fn.max<number>('indexed_at'), lit(0)).as('last'))
          .as('indexed'),
      )
      .orderBy('sequence', 'desc')
      .limit(lit(1))
      .$narrowType<{ indexed: number }>(),
} as const;
