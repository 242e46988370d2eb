import { edgeCodes } from '../../../model/codes.ts';
import type { EdgeType } from '../../../model/edge.ts';
import type { Described } from '../build/query-source.ts';
import { from, type Value } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';
import { field, lit } from '../build/sqlite-parts.ts';

const { add, read, remove, set } = rowQueriesOver<Described>();

const typed = (type: EdgeType) => lit(edgeCodes.toCode(type));
const open = (type: EdgeType) =>
  from.selectFrom('edge').where('edge.type', '=', typed(type)).where('edge.recorded_until', 'is', null);
const conflicts = () => open('contradicts').where('metadata', 'is not', null);
const judge = field('metadata', 'judge');
const KEY = ['source', 'type', 'target', 'recorded_from'] as const;

/** Relations of claims: opens and closes edges, and lists open ones. */
export const edgeQueries = {
  /** Derived claims with their sources, retired or not. */
  openDerivations: () =>
    open('derives')
      .innerJoin('claim as s', 's.key', 'edge.source')
      .innerJoin('claim as t', 't.key', 'edge.target')
      .select(['s.id as derived', 't.id as source']),
  addDerivation: (source: Value<number>, target: Value<number>, now: Value<number>) =>
    from.insertInto('edge').values({ source, target, type: typed('derives'), recorded_from: now }),
  openEdge: (
    source: Value<number>,
    type: Value<number>,
    target: Value<number>,
    now: Value<number>,
    metadata: Value<string | null>,
  ) =>
    from
      .insertInto('edge')
      .values({ source, type, target, recorded_from: now, metadata })
      .onConflict((conflict) =>
        conflict
          .columns(KEY)
          .doUpdateSet(({ ref }) => ({ recorded_until: lit(null), metadata: ref('excluded.metadata') })),
      ),
  openWeighedEdge: (
    source: Value<number>,
    type: Value<number>,
    target: Value<number>,
    now: Value<number>,
    weight: Value<number>,
  ) =>
    from
      .insertInto('edge')
      .values({ source, type, target, recorded_from: now, weight })
      .onConflict((conflict) =>
        conflict
          .columns(KEY)
          .doUpdateSet(({ ref }) => ({ recorded_until: lit(null), weight: ref('excluded.weight') })),
      ),
  openPlainEdge: (source: Value<number>, type: Value<number>, target: Value<number>, now: Value<number>) =>
    from
      .insertInto('edge')
      .values({ source, type, target, recorded_from: now })
      .onConflict((conflict) => conflict.columns(KEY).doUpdateSet({ recorded_until: lit(null) })),
  /** The edge with one start time. */
  closeEdge: set('edge', ['recorded_until'], ['source', 'type', 'target', 'recorded_from']),
  closeOpenEdge: (now: Value<number>, source: Value<number>, type: Value<number>, target: Value<number>) =>
    from
      .updateTable('edge')
      .set({ recorded_until: now })
      .where('source', '=', source)
      .where('type', '=', type)
      .where('target', '=', target)
      .where('recorded_until', 'is', null),
  isEdgeOpen: (source: Value<number>, type: Value<number>, target: Value<number>) =>
    from
      .selectFrom('edge')
      .select('source')
      .where('source', '=', source)
      .where('type', '=', type)
      .where('target', '=', target)
      .where('recorded_until', 'is', null),
  openConflicts: () => open('contradicts').select(['source', 'target', 'recorded_from', 'metadata']),
  openConflictsFrom: (source: Value<number>) =>
    open('contradicts')
      .select(['source', 'target', 'recorded_from', 'metadata'])
      .where('source', '=', source),
  openConflictsTo: (target: Value<number>) =>
    open('contradicts')
      .select(['source', 'target', 'recorded_from', 'metadata'])
      .where('target', '=', target),
  /** Edges of a claim; pass its key twice. */
  openConflictsOf: (source: Value<number>, target: Value<number>) =>
    open('contradicts')
      .select(['source', 'target', 'metadata'])
      .where('source', '=', source)
      .union(open('contradicts').select(['source', 'target', 'metadata']).where('target', '=', target))
      .$narrowType<{ metadata: string }>(),
  /** Edges with a judge name in a range. */
  judgedConflicts: (start: Value<string>, end: Value<string>) =>
    conflicts()
      .select(['source', 'target', 'recorded_from', 'metadata'])
      .where(judge, '>=', start)
      .where(judge, '<', end)
      .$narrowType<{ metadata: string }>(),
  laterInConflicts: (by: Value<string>) =>
    conflicts()
      .select(['source', 'target', 'recorded_from', field('metadata', 'later').as('later')])
      .where(judge, '=', by),
  successorsOf: (target: Value<number>) =>
    open('supersedes').select(['source', 'recorded_from', 'metadata']).where('target', '=', target),
  /** Notes related to a note; pass the note twice. */
  companyOf: (note: Value<number>, same: Value<number>) =>
    open('co_occurs')
      .innerJoin('claim', 'claim.key', 'edge.source')
      .select(['edge.source', 'edge.target', 'edge.weight'])
      .where('claim.note', '=', note)
      .union(
        open('co_occurs')
          .innerJoin('claim', 'claim.key', 'edge.target')
          .select(['edge.source', 'edge.target', 'edge.weight'])
          .where('claim.note', '=', same),
      ),
  isStated: (source: Value<number>, type: Value<number>, target: Value<number>) =>
    from
      .selectFrom('stated_edge')
      .select('claim')
      .where('source', '=', source)
      .where('type', '=', type)
      .where('target', '=', target)
      .limit(lit(1)),
  statedBy: read('stated_edge', ['named', 'source', 'type', 'target'], ['claim']),
  addStated: add('stated_edge', ['claim', 'named', 'source', 'type', 'target']),
  removeStated: remove('stated_edge', ['claim', 'source', 'type', 'target']),
  /** Notes that name a note, up to a limit. */
  notesNaming: (named: Value<number>, most: Value<number>) =>
    from
      .selectFrom('stated_edge')
      .innerJoin('claim', 'claim.key', 'stated_edge.claim')
      .select('claim.note')
      .distinct()
      .where('stated_edge.named', '=', named)
      .limit(most),
  notesNamedIn: (note: Value<number>, most: Value<number>) =>
    from
      .selectFrom('claim')
      .innerJoin('stated_edge', 'stated_edge.claim', 'claim.key')
      .select('stated_edge.named')
      .distinct()
      .where('claim.note', '=', note)
      .limit(most),
  /** An edge of a generated page; it is not evidence if it ends when it begins. */
  linkSource: (
    source: Value<number>,
    target: Value<number>,
    start: Value<number>,
    end: Value<number | null>,
  ) =>
    from
      .insertInto('edge')
      .orIgnore()
      .columns(['source', 'type', 'target', 'recorded_from', 'recorded_until'])
      .values({ source, type: typed('derives'), target, recorded_from: start, recorded_until: end }),
  unlinkSources: (source: Value<number>) =>
    from.deleteFrom('edge').where('source', '=', source).where('type', '=', typed('derives')),
  /** Pass the claim twice. */
  unlinkClaim: (source: Value<number>, target: Value<number>) =>
    from.deleteFrom('edge').where((eb) => eb.or([eb('source', '=', source), eb('target', '=', target)])),
} as const;
