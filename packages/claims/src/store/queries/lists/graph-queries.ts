import type { STORE_TABLES } from '../../schema/tables.ts';
import { from, type Value } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';
import { lit, wanted } from '../build/sqlite-parts.ts';

const { read } = rowQueriesOver<typeof STORE_TABLES>();

const ROW = ['key', 'id', 'note', 'object'] as const;

/** Steps from claims, notes and names to their neighbours. Each starts from a list. */
export const graphQueries = {
  /** Pass the list twice. */
  edgesAround: (sources: Value<string>, targets: Value<string>, most: Value<number>) =>
    from
      .selectFrom(wanted(sources))
      .innerJoin('edge', 'edge.source', 'wanted.value')
      .select(['edge.source as from', 'edge.target as to'])
      .select(({ fn }) => fn<number>('min', [lit(1), 'edge.weight']).as('weight'))
      .where('edge.recorded_until', 'is', null)
      .union(
        from
          .selectFrom(wanted(targets))
          .innerJoin('edge', 'edge.target', 'wanted.value')
          .select(['edge.target as from', 'edge.source as to'])
          .select(({ fn }) => fn<number>('min', [lit(1), 'edge.weight']).as('weight'))
          .where('edge.recorded_until', 'is', null),
      )
      .limit(most),
  linkedNotes: (claims: Value<string>) =>
    from
      .selectFrom(wanted(claims))
      .innerJoin('stated_edge', 'stated_edge.claim', 'wanted.value')
      .select(['stated_edge.claim as from', 'stated_edge.named as note'])
      .distinct(),
  linksToNotes: (claims: Value<string>, most: Value<number>) =>
    from
      .selectFrom(wanted(claims))
      .innerJoin('claim', 'claim.key', 'wanted.value')
      .innerJoin('stated_edge', 'stated_edge.named', 'claim.note')
      .select(['claim.key as from', 'stated_edge.claim as to'])
      .distinct()
      .limit(most),
  liveKeysOf: (note: Value<number>, most: Value<number>) =>
    from
      .selectFrom('claim')
      .select('key')
      .where('note', '=', note)
      .where('recorded_until', 'is', null)
      .orderBy('key')
      .limit(most),
  bearersOf: (names: Value<string>) =>
    from
      .selectFrom(wanted<string>(names))
      .innerJoin('term', 'term.text', 'wanted.value')
      .innerJoin('alias', 'alias.name', 'term.key')
      .innerJoin('note', (join) => join.onRef('note.key', '=', 'alias.note').on('note.gone_at', 'is', null))
      .select(['term.text as name', 'alias.note']),
  claimsAbout: (subjects: Value<string>, most: Value<number>) =>
    from
      .selectFrom(wanted<string>(subjects))
      .innerJoin('term', 'term.text', 'wanted.value')
      .innerJoin('topic', 'topic.subject', 'term.key')
      .innerJoin('claim', 'claim.topic', 'topic.key')
      .select(['term.text as name', 'claim.key'])
      .where('claim.recorded_until', 'is', null)
      .limit(most),
  claimRows: read('claim', ROW, ['key in']),
  liveClaimRows: (ids: Value<string>) =>
    from
      .selectFrom('claim')
      .select(ROW)
      .where('id', 'in', from.selectFrom(wanted<string>(ids)).select('wanted.value'))
      .where('recorded_until', 'is', null),
} as const;
