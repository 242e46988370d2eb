import type { SelectQueryBuilder } from 'kysely';
import { from, type QueryTables } from '../build/query-source.ts';
import { lit, NO_BYTES } from '../build/sqlite-parts.ts';

const countOf = (found: SelectQueryBuilder<QueryTables, 'claim', { key: number }>) =>
  found.clearSelect().select((eb) => eb.fn.countAll<number>().as('count'));

const claims = () => from.selectFrom('claim').select('claim.key');
const terms = () => from.selectFrom('term').select('term.key');
const goneNotes = () => from.selectFrom('note').select('note.key').where('note.gone_at', 'is not', null);

const withoutNote = () => claims().where('claim.note', 'not in', from.selectFrom('note').select('note.key'));
const ofGoneNotes = () =>
  claims().where('claim.note', 'in', goneNotes()).where('claim.recorded_until', 'is', null);
const withoutTerm = () =>
  claims()
    .where('claim.sealed', 'is', null)
    .where((eb) =>
      eb.or(
        (['subject', 'predicate', 'extractor'] as const).map((name) =>
          eb(`claim.${name}`, 'not in', terms()),
        ),
      ),
    );
const remove = (found: () => ReturnType<typeof claims>) => () =>
  from.deleteFrom('claim').where('claim.key', 'in', found());

/** Inconsistent rows: how many there are, and the statement that repairs them. Includes rows that nothing refers to any more. */
export const checkQueries = {
  claimsWithoutNote: () => countOf(withoutNote()),
  removeClaimsWithoutNote: remove(withoutNote),
  edgesWithoutClaim: () =>
    from
      .selectFrom('edge')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where((eb) => eb.or([eb('source', 'not in', claims()), eb('target', 'not in', claims())])),
  removeEdgesWithoutClaim: () =>
    from
      .deleteFrom('edge')
      .where((eb) => eb.or([eb('source', 'not in', claims()), eb('target', 'not in', claims())])),
  claimsOfGoneNotes: () => countOf(ofGoneNotes()),
  endClaimsOfGoneNotes: () =>
    from
      .updateTable('claim')
      .set((eb) => ({
        recorded_until: eb.selectFrom('note').select('note.gone_at').whereRef('note.key', '=', 'claim.note'),
      }))
      .where('recorded_until', 'is', null)
      .where('note', 'in', goneNotes()),
  claimsWithoutTerm: () => countOf(withoutTerm()),
  removeClaimsWithoutTerm: remove(withoutTerm),
  unsettleAllNotes: () => from.updateTable('note').set({ mtime: lit(-1), hash: NO_BYTES }),
  sweepTopics: () =>
    from
      .deleteFrom('topic')
      .where('key', 'not in', from.selectFrom('claim').select('topic').where('topic', 'is not', null)),
  sweepTerms: () =>
    from.deleteFrom('term').where(
      'key',
      'not in',
      from
        .selectFrom('claim')
        .select('subject as key')
        .where('subject', 'is not', null)
        .union(from.selectFrom('claim').select('predicate as key').where('predicate', 'is not', null))
        .union(from.selectFrom('claim').select('heading as key').where('heading', 'is not', null))
        .union(from.selectFrom('claim').select('extractor as key'))
        .union(from.selectFrom('note').select('extractor as key'))
        .union(from.selectFrom('segment').select('extractor as key'))
        .union(from.selectFrom('alias').select('name as key'))
        .union(from.selectFrom('topic').select('subject as key'))
        .union(from.selectFrom('topic').select('predicate as key')),
    ),
} as const;
