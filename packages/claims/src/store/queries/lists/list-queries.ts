import type { ClaimStatus } from '../../../model/claim.ts';
import { edgeCodes, statusCodes } from '../../../model/codes.ts';
import { DERIVED_NOTE } from '../../../model/derived-page.ts';
import { CITED } from '../../../relate/read-references.ts';
import type { Described } from '../build/query-source.ts';
import { from, type Value } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';
import { field, lit } from '../build/sqlite-parts.ts';

const { read } = rowQueriesOver<Described>();

/** Existing notes. */
const notes = () =>
  from
    .selectFrom('note')
    .innerJoin('term', 'term.key', 'note.extractor')
    .select(['note.path', 'note.note_id', 'note.declared_id', 'note.title', 'note.region', 'note.band'])
    .select(['note.type', 'note.status', 'note.size', 'note.mtime', 'note.hash', 'note.first_seen'])
    .select(['note.indexed_at', 'note.segments', 'note.gated', 'term.text as extractor_text'])
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

/** The id that a reference to a claim names. */
const citedId = () => from.fn<string>('substr', ['reference.name', lit(CITED.length + 1)]);

/** Lists that both databases return from one query. */
export const listQueries = {
  /** The generated pages, each with its number of statements. */
  pages: () =>
    from
      .selectFrom('note')
      .select(['path', 'size', 'mtime'])
      .select((eb) =>
        eb
          .selectFrom('claim')
          .select(eb.fn.countAll<number>().as('count'))
          .whereRef('claim.note', '=', 'note.key')
          .as('statements'),
      )
      .where('type', '=', lit(DERIVED_NOTE))
      .orderBy('path')
      .$narrowType<{ statements: number }>(),
  /** Pairs of live claims that contradict each other, and which of them supersedes the other. */
  contradictingPairs: () =>
    from
      .selectFrom('edge')
      .innerJoin('claim as a', 'a.key', 'edge.source')
      .innerJoin('claim as b', 'b.key', 'edge.target')
      .select(['a.id as a', 'b.id as b', 'a.valid_from as a_from', 'b.valid_from as b_from'])
      .select(['a.precision as a_precision', 'b.precision as b_precision', 'a.sealed as a_sealed'])
      .select(['b.sealed as b_sealed', 'a.status as a_status', 'b.status as b_status'])
      .select(field('edge.metadata', 'reason').as('reason'))
      .select((eb) => {
        const over = (newer: 'a' | 'b', older: 'a' | 'b') =>
          eb
            .case()
            .when(
              eb.exists(
                eb
                  .selectFrom('edge as s')
                  .select('s.source')
                  .whereRef('s.source', '=', `${newer}.key`)
                  .whereRef('s.target', '=', `${older}.key`)
                  .where('s.type', '=', lit(edgeCodes.toCode('supersedes')))
                  .where('s.recorded_until', 'is', null),
              ),
            )
            .then(lit(1))
            .else(lit(0))
            .end();
        return [over('a', 'b').as('a_over_b'), over('b', 'a').as('b_over_a')];
      })
      .where('edge.type', '=', lit(edgeCodes.toCode('contradicts')))
      .where('edge.recorded_until', 'is', null)
      .where('a.recorded_until', 'is', null)
      .where('b.recorded_until', 'is', null)
      .orderBy('a.id')
      .orderBy('b.id')
      .$narrowType<{ reason: string }>(),
  /** Claims that cite an id without a claim: its words changed, its note was deleted, or it was erased. */
  danglingSources: () =>
    from
      .selectFrom('reference')
      .innerJoin('claim', (join) =>
        join.onRef('claim.key', '=', 'reference.claim').on('claim.recorded_until', 'is', null),
      )
      .select(['claim.id as derived', citedId().as('source')])
      .where('reference.name', '>=', lit(CITED))
      .where('reference.name', '<', lit(`${CITED}~`))
      .where('reference.type', '=', DERIVES)
      .where(({ and, not, exists, selectFrom }) =>
        and([
          not(
            exists(
              selectFrom('claim as t')
                .select('t.key')
                .where('t.id', '=', citedId())
                .where('t.recorded_until', 'is', null),
            ),
          ),
          not(
            exists(
              selectFrom('former_id as f')
                .innerJoin('claim as t', 't.key', 'f.claim')
                .select('t.key')
                .where('f.id', '=', citedId())
                .where('t.recorded_until', 'is', null),
            ),
          ),
        ]),
      ),
  // Separate, because PostgreSQL plans a filter as selective even if it matches everything.
  notesListed: () => notes().orderBy('note.path'),
  notesFiltered: (status: Value<string | null>, type: Value<string | null>) =>
    filtered(status, type).orderBy('note.path'),
  notesOfId: (status: Value<string | null>, type: Value<string | null>, id: Value<string>) =>
    filtered(status, type).where('note.note_id', '=', id).orderBy('note.path'),
  failures: read('failure', ['path', 'code', 'reason', 'attempts', 'at'], [], ['path']),
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
  keyOfClaim: read('claim', ['key'], ['id']),
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
  isEntry: read('changelog', ['kind'], ['sequence', 'at', 'claim']),
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
