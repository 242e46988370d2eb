import type { SqlText } from '@memora/claims/internal';
import { MemoraError } from '@memora/core';
import type { Embedder, Leg, ScoredKey } from '@memora/retrieval';
import { createNearestLeg, type NearestVectors } from '@memora/retrieval/internal';
import type { Connection } from '../../connect/connection.ts';
import { toPostgresError } from '../../connect/to-postgres-error.ts';
import { postgresText } from '../../read/postgres-text.ts';
import { createKeyedCache } from '../create-keyed-cache.ts';
import { inSavepoint } from '../in-savepoint.ts';
import { type KeptRows, keeping, keptRows, withoutNone } from '../kept-rows.ts';
import type { ScopeKeys } from '../scope-keys.ts';
import { checkVectors, extensionMissing, findMissing, isSetOf } from './missing-vectors.ts';
import type { VectorState } from './read-vector-state.ts';

export interface TeamVectorsOptions {
  readonly db: Connection;
  readonly keys: ScopeKeys;
  readonly embedder: Embedder;
  readonly state: VectorState;
  /** The embedders by whose vectors some scopes are compared; by default only this one. */
  readonly embedders?: readonly Embedder[];
  /** Filters kept claims and reads their places, in the same round trip. */
  readonly readKept: (...names: readonly KeptRows[]) => Promise<unknown>;
  /** The question's filter over `claim` and `note`. */
  readonly passing: (text: SqlText) => string;
  /** Called if claims could not be compared: the question continues with other scores. */
  readonly isOut: (error: MemoraError) => void;
}

export interface TeamVectors {
  readonly leg: Leg;
  /** Compares the question with kept claims, in the round trip that kept them. */
  readonly compareKept: (...names: readonly KeptRows[]) => Promise<void>;
}

/** The search width of a graph: 400 finds 97 of the 100 nearest in a large scope. */
const WALKED = 400;
/** If few of the nearest pass the filter, this many are requested from a graph. */
const WIDEST = 1_600;
/** If most of a table is visible, the planner would read the whole table, including hidden rows. */
const BY_INDEX = 'SET LOCAL enable_seqscan = off';

type ScoreRow = readonly [scope: number, key: number, score: number | null];

/**
 * Creates vector search over all visible scopes: small scopes are compared one by one, a large one by its own graph. A graph across scopes would reveal
 * how near other people's texts are.
 */
export function createTeamVectors(options: TeamVectorsOptions): TeamVectors {
  const { db, keys, embedder, state, readKept, passing, isOut, embedders = [embedder] } = options;
  const own = state.sets.filter((set) => isSetOf(set, embedder) && set.isFilled);
  const graphs = own.filter(({ hasGraph }) => hasGraph);
  const small = own.filter(({ hasGraph }) => !hasGraph).map(({ scope }) => scope);
  const list = (scopes: readonly number[]) => `'{${scopes.join(',')}}'::int[]`;
  const type = `${state.home}.halfvec`;
  const to = `OPERATOR(${state.home}.<=>) $1::text::${type}`;
  const settings =
    graphs.length === 0
      ? BY_INDEX
      : `${BY_INDEX}; SET LOCAL hnsw.ef_search = ${WALKED}; SET LOCAL hnsw.iterative_scan = strict_order`;
  /** The question's vector, once it is known. */
  let asked: string | null = null;
  const inStep = <Row>(send: () => readonly [Promise<Row[]>, ...Promise<unknown>[]]) =>
    inSavepoint(db, 'near', settings, send).catch((error: unknown) => {
      throw toLegError(error);
    });

  /** Selects the nearest of each large scope, and of all small ones together; all of those without a limit. */
  const nearestSql = (ofGraph: string, ofSmall: string): string => {
    const walked = graphs.map(({ scope, id, dimensions }) => {
      const distance = `(n.vector::${type}(${dimensions})) ${to}(${dimensions})`;
      return `(SELECT n.scope, n.key, ${distance} AS d FROM memora.vector_near AS n WHERE n.scope = ${scope} AND n.set_id = ${id}
        ORDER BY ${distance} LIMIT ${ofGraph})`;
    });
    const compared = `(SELECT n.scope, n.key, n.d FROM unnest(${list(small)}) AS s (scope), LATERAL (SELECT scope, key, vector ${to} AS d
        FROM memora.vector_near AS v WHERE v.scope = s.scope OFFSET 0) AS n ${ofSmall})`;
    return [...walked, ...(small.length > 0 || walked.length === 0 ? [compared] : [])].join(' UNION ALL ');
  };
  const toHits = (rows: readonly ScoreRow[]): ScoredKey[] =>
    rows.map(([scope, key, distance]) => ({ key: keys.toKey(scope, key), score: 1 - (distance ?? 1) }));
  const nearest = async (limit: number): Promise<ScoredKey[]> => {
    const order = 'ORDER BY d, scope, key LIMIT $2::int';
    const rows = await inStep(() => [
      db.rows<ScoreRow>(
        `${keeping(`SELECT * FROM (${nearestSql('$2::int', order)}) AS f ${order}`, 'r.scope, r.key, r.d', { nearby: 'all_rows' })}
         ORDER BY r.d, r.scope, r.key`,
        [asked, limit],
      ),
      readKept('nearby'),
    ]);
    return toHits(withoutNone(rows));
  };
  const nearestPassing = async (limit: number): Promise<ScoredKey[]> => {
    const text = postgresText(asked, limit);
    const where = passing(text);
    const rows = await inStep(() => [
      db.rows<ScoreRow>(
        `WITH nearest AS MATERIALIZED (${nearestSql(String(WIDEST), '')})
         (SELECT f.scope, f.key, f.d FROM (SELECT * FROM nearest ORDER BY d, scope, key OFFSET 0) AS f,
           LATERAL (SELECT * FROM memora.claim AS c WHERE c.scope = f.scope AND c.key = f.key LIMIT 1) AS claim,
           LATERAL (SELECT * FROM memora.note AS n WHERE n.scope = f.scope AND n.key = claim.note LIMIT 1) AS note
         WHERE ${where} ORDER BY f.d, f.scope, f.key LIMIT $2::int)
         UNION ALL (SELECT scope, key, d FROM nearest ORDER BY d DESC, scope DESC, key DESC LIMIT 1)`,
        text.values,
      ),
    ]);
    return toHits(rows);
  };

  const similaritySql = (wanted: string) =>
    `SELECT w.scope, w.key, 1 - (n.vector ${to}) FROM ${wanted} LEFT JOIN LATERAL (SELECT vector FROM memora.vector_near AS v
       WHERE v.scope = w.scope AND v.key = w.key AND w.scope = ANY (${list(own.map(({ scope }) => scope))}) LIMIT 1) AS n ON true`;
  const toScores = (rows: readonly ScoreRow[]) =>
    new Map(
      rows.flatMap(([scope, key, score]) =>
        score === null ? [] : [[keys.toKey(scope, key), score] as const],
      ),
    );
  const scores = createKeyedCache<number>(async (wanted) =>
    toScores(
      await inStep(() => [
        db.rows<ScoreRow>(similaritySql('unnest($2::int[], $3::bigint[]) AS w (scope, key)'), [
          asked,
          ...keys.pairs(wanted),
        ]),
      ]),
    ),
  );
  /** Reports errors that concern only vectors; any other fails the question. */
  const tell = (error: unknown): void => {
    if (!MemoraError.isInstance(error) || !/^(?:VECTORS_|TEAM_TIMEOUT$)/.test(error.code)) throw error;
    isOut(error);
  };
  const keepQuestion = (query: Float32Array): void => {
    asked ??= `[${Array.from(query, (each) => each.toFixed(6)).join(',')}]`;
  };
  const search: NearestVectors = {
    nearest: (query, limit) => {
      keepQuestion(query);
      return nearest(limit);
    },
    passing: (_, limit) => nearestPassing(limit),
    comparesAll: () => graphs.length === 0,
    similarities: (query, wanted) => {
      keepQuestion(query);
      return scores.read(wanted).catch((error: unknown) => {
        tell(error);
        return new Map();
      });
    },
  };
  return {
    leg: createNearestLeg({
      embedder,
      open: () => {
        checkVectors(state, embedder, keys.scopes);
        return { search, incomplete: () => findMissing(state, embedders, keys.scopes) };
      },
    }),
    compareKept: async (...names) => {
      if (asked === null || names.length === 0) return;
      const rows = await inStep(() => [db.rows<ScoreRow>(similaritySql(keptRows(...names)), [asked])]).catch(
        (error: unknown) => {
          tell(error);
          return [];
        },
      );
      scores.keep(
        rows.map(([scope, key]) => keys.toKey(scope, key)),
        toScores(rows),
      );
    },
  };
}

/** Missing types, operators, functions or columns, or a missing library. */
const GONE = new Set(['42704', '42883', '42703', '3F000', '58P01', '42P01']);

function toLegError(error: unknown): unknown {
  const { code = '' } = error as { readonly code?: string };
  return GONE.has(code) ? extensionMissing() : toPostgresError(error);
}
