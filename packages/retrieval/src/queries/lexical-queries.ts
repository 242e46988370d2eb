import { listed, lit, plainQueries, queriesOver, rowQueriesOver, type Value } from '@memora/claims/queries';
import type { LEXICAL_FTS, LEXICAL_TEXTS } from '../lexical/tables/lexical-tables.ts';

type Tables = typeof LEXICAL_TEXTS & typeof LEXICAL_FTS;

const from = queriesOver<Tables>();
const { add, count, put, read, remove, set } = rowQueriesOver<Tables>();

const PLACE = ['key', 'passage', 'first_term', 'end_term', 'snippet'] as const;
const PLACED = ['key', 'passage', 'first_term', 'end_term'] as const;

/** The passages of notes that are indexed as they are now. */
const settled = (keys: Value<string>) =>
  from
    .selectFrom('lexical_passages as p')
    .where('p.note', 'is not', null)
    .where('p.fingerprint', 'is not', null)
    .where('p.key', 'in', listed(keys));

/** Claims and their passages. */
const placed = () =>
  from.selectFrom('lexical_claims as c').innerJoin('lexical_passages as p', 'p.key', 'c.passage');

/**
 * Passages, the places of claims in them, their terms, and statistics. Full-text statements are in
 * `lexical/full-text.ts`.
 */
export const lexicalQueries = plainQueries({
  addPassage: add('lexical_passages', [
    ...(['note', 'at', 'section', 'band', 'kind', 'span_start', 'span_end'] as const),
    ...(['print', 'language', 'fingerprint', 'context'] as const),
  ]),
  movePassage: set('lexical_passages', ['at', 'section', 'span_start', 'span_end'], ['key']),
  /** Updates the row, so that change watchers notice when its texts change. */
  touchPassage: (key: Value<number>) =>
    from
      .updateTable('lexical_passages')
      .set((eb) => ({ at: eb.ref('at') }))
      .where('key', '=', key),
  removePassage: remove('lexical_passages', ['key']),
  countPassages: count('lexical_passages'),
  passagesOfNote: read(
    'lexical_passages',
    ['key', 'at', 'section', 'span_start', 'span_end', 'print'],
    ['note'],
    ['at', 'key'],
  ),
  spansInOrder: read('lexical_passages', ['span_start', 'span_end'], ['note'], ['at']),
  spansByStart: read('lexical_passages', ['span_start', 'span_end'], ['note'], ['span_start']),
  noteOfPassage: read('lexical_passages', ['note'], ['key']),
  languageOfPassage: read('lexical_passages', ['language'], ['key']),
  unsettlePassages: (note: Value<number>) =>
    from
      .updateTable('lexical_passages')
      .set({ print: lit(null), fingerprint: lit(null), context: lit('') })
      .where('note', '=', note),
  wholePassages: (keys: Value<string>) =>
    settled(keys)
      .select(['p.key', 'p.note', 'p.kind', 'p.band', 'p.span_start', 'p.span_end', 'p.at', 'p.section'])
      .select(['p.fingerprint', 'p.context'])
      .select((eb) =>
        eb
          .selectFrom('lexical_passages as e')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('e.note', '=', 'p.note')
          .whereRef('e.at', '<', 'p.at')
          .whereRef('e.fingerprint', '=', 'p.fingerprint')
          .as('occurrence'),
      )
      .$narrowType<{ note: number; occurrence: number }>(),
  barePassages: (keys: Value<string>) =>
    settled(keys).select(['p.key', 'p.note', 'p.band', 'p.context']).$narrowType<{ note: number }>(),
  passageTexts: (keys: Value<string>) =>
    from
      .selectFrom('lexical_passages as p')
      .innerJoin('lexical_fts_content as t', 't.id', 'p.key')
      .select([
        'p.key',
        'p.note',
        'p.at',
        'p.section',
        'p.band',
        't.c0',
        't.c1',
        't.c2',
        't.c3',
        't.c4',
        't.c5',
      ])
      .where('p.key', 'in', listed(keys)),
  addText: add('lexical_fts', ['rowid', 'text', 'title', 'heading', 'alias', 'lead', 'address']),
  removeText: remove('lexical_fts', ['rowid']),
  textsOf: read('lexical_fts', ['text', 'title', 'heading', 'alias', 'lead', 'address'], ['rowid']),
  ownText: read('lexical_fts_content', ['c0'], ['id']),
  putPlace: put('lexical_claims', PLACE),
  placeOf: read('lexical_claims', PLACE, ['key']),
  placesIn: read('lexical_claims', PLACE, ['passage']),
  placesOfNote: (note: Value<number>) =>
    from
      .selectFrom('lexical_passages as p')
      .innerJoin('lexical_claims as c', 'c.passage', 'p.key')
      .select(['c.key', 'c.passage', 'c.first_term', 'c.end_term', 'c.snippet'])
      .where('p.note', '=', note),
  moveTerms: set('lexical_claims', ['first_term', 'end_term'], ['key']),
  removePlace: remove('lexical_claims', ['key']),
  claimInNote: (note: Value<number>) => placed().select('c.key').where('p.note', '=', note).limit(lit(1)),
  claimsInPassages: read('lexical_claims', PLACED, ['passage in']),
  placesOfClaims: read('lexical_claims', PLACED, ['key in']),
  claimKeysIn: read('lexical_claims', ['passage', 'key'], ['passage in'], ['passage', 'first_term', 'key']),
  claimsInOrder: read(
    'lexical_claims',
    ['key', 'first_term', 'end_term'],
    ['passage'],
    ['first_term', 'key'],
  ),
  hitPlaces: (claims: Value<string>) =>
    placed()
      .select([
        'c.key',
        'p.key as passage',
        'p.kind',
        'p.span_start',
        'p.span_end',
        'p.at',
        'p.section',
        'c.snippet',
      ])
      .where('p.note', 'is not', null)
      .where('c.key', 'in', listed(claims)),
  snippets: (claims: Value<string>) =>
    from
      .selectFrom('lexical_claims')
      .select(['key', 'snippet'])
      .where('snippet', 'is not', null)
      .where('key', 'in', listed(claims)),
  /**
   * The sentences of a note that overlap a range. A passage without a claim has no sentences, so the whole of
   * it is one.
   */
  sentencesIn: (note: Value<number>, end: Value<number>, start: Value<number>) =>
    from
      .selectFrom('lexical_passages as p')
      .innerJoin('lexical_fts_content as t', 't.id', 'p.key')
      .leftJoin('lexical_claims as c', 'c.passage', 'p.key')
      .select(({ fn }) => [
        't.c0 as text',
        fn.coalesce('c.first_term', lit(0)).as('first'),
        fn.coalesce('c.end_term', lit(1_000_000)).as('end'),
      ])
      .where('p.note', '=', note)
      .where('p.span_start', '<', end)
      .where('p.span_end', '>', start)
      .orderBy('p.at')
      .orderBy('c.first_term'),
  putSecret: put('lexical_secret', ['key', 'sealed']),
  removeSecret: remove('lexical_secret', ['key']),
  secretKeys: read('lexical_secret', ['key']),
  secretsOf: read('lexical_secret', ['key', 'sealed'], ['key in']),
  totals: read('lexical_totals', ['name', 'value']),
  documentsOf: read('lexical_terms', ['documents'], ['term']),
  termsBetween: (start: Value<string>, end: Value<string>, most: Value<number>) =>
    from
      .selectFrom('lexical_terms')
      .select('term')
      .where('term', '>=', start)
      .where('term', '<', end)
      .orderBy('documents', 'desc')
      .orderBy('term')
      .limit(most),
  countTerm: (term: Value<string>, documents: Value<number>) =>
    from
      .insertInto('lexical_terms')
      .values({ term, documents })
      .onConflict((conflict) =>
        conflict.column('term').doUpdateSet((eb) => ({
          documents: eb('lexical_terms.documents', '+', eb.ref('excluded.documents')),
        })),
      ),
  uncountTerm: (documents: Value<number>, term: Value<string>) =>
    from
      .updateTable('lexical_terms')
      .set((eb) => ({ documents: eb('documents', '-', documents) }))
      .where('term', '=', term),
  dropTerm: (term: Value<string>) =>
    from.deleteFrom('lexical_terms').where('term', '=', term).where('documents', '<=', lit(0)),
  countTotal: (name: Value<string>, value: Value<number>) =>
    from
      .insertInto('lexical_totals')
      .values({ name, value })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({
          value: eb('lexical_totals.value', '+', eb.ref('excluded.value')),
        })),
      ),
});
