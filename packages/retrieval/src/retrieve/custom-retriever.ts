import type { GraphReader, SqliteClaimStore } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import { createRetriever } from '../create-retriever.ts';
import type { Hit, Retriever } from '../hit.ts';
import type { PassageHit } from '../passages/passage-hit.ts';
import type { Reranker } from '../rerank/reranker.ts';
import { RetrievalError } from '../retrieval-error.ts';
import type { Leg } from './leg.ts';

/** A claim id found by a custom retriever, with its score. */
export interface FoundId {
  readonly id: string;
  /** Higher is better, in the retriever's own unit; 0 or less means no match. */
  readonly score: number;
}

/**
 * Your own search: an engine, a vector database, a service. Claims that it does not return are not shown, so it can also enforce access. It receives
 * the question as asked and may send it anywhere.
 */
export interface CustomRetriever {
  /** Returns at most `limit` claims in any order. If it throws, nothing is found, and the result reports it. */
  readonly find: (
    question: string,
    options: { readonly limit: number; readonly signal?: AbortSignal },
  ) => Promise<readonly FoundId[]>;
}

/** The name of its leg in `why` and in reasons. */
const CUSTOM = 'custom';

/** Creates a retriever over a store's claims in the order of a custom retriever, which identifies claims by id. */
export function createCustomRetriever(
  store: SqliteClaimStore,
  own: CustomRetriever,
  { reranker }: { readonly reranker?: Reranker | undefined } = {},
): Retriever {
  const retriever = createRetriever({
    store,
    legs: [createCustomLeg(store.graph, own)],
    weights: { [CUSTOM]: 1 },
    graph: false,
    ...(reranker === undefined ? {} : { reranker }),
  });
  return {
    ...retriever,
    query: async (question, options) => {
      const found = await retriever.query(question, options);
      return { ...found, hits: found.hits.filter(isOfOwn) };
    },
    passages: async (question, options) => {
      const found = await retriever.passages(question, options);
      // The custom retriever decides what matches, so no words are required.
      const hits = found.hits.filter(isOfOwn).map((hit) => ({ ...hit, why: { ...hit.why, coverage: 1 } }));
      return { ...found, hits };
    },
  };
}

function isOfOwn({ why }: Hit | PassageHit): boolean {
  return why.legs.includes(CUSTOM);
}

/** Creates the leg that finds what a custom retriever names. What the caller may not see, or does not exist, is left out before the list is cut. */
export function createCustomLeg(
  graph: Pick<GraphReader, 'rowsById'>,
  own: CustomRetriever,
  name: string = CUSTOM,
): Leg {
  return {
    name,
    find: async (question, { limit, pass, signal }) => {
      const found = await own.find(question, { limit, ...(signal === undefined ? {} : { signal }) });
      const scores = readScores(found);
      const rows = await graph.rowsById([...scores.keys()]);
      const seen = await pass(rows.map(({ key }) => key));
      const scored = rows
        .filter(({ key }) => seen.has(key))
        .map(({ key, id }) => ({ key, score: scores.get(id) as number }));
      return { found: scored.sort((a, b) => b.score - a.score || a.key - b.key).slice(0, limit), cut: false };
    },
  };
}

/** Throws `RETRIEVER_INVALID` for anything except a list of ids with scores. */
export function requireFound(found: readonly FoundId[]): void {
  if (
    !Array.isArray(found) ||
    !found.every((each) => typeof each?.id === 'string' && Number.isFinite(each.score))
  )
    throw new RetrievalError('the retriever returned something other than ids with scores', {
      code: 'RETRIEVER_INVALID',
      hint: 'Return a list of { id, score } from find, with a finite number as the score.',
    });
}

function readScores(found: readonly FoundId[]): Map<ClaimId, number> {
  requireFound(found);
  const scores = new Map<ClaimId, number>();
  for (const { id, score } of found)
    if (score > 0) scores.set(id as ClaimId, Math.max(score, scores.get(id as ClaimId) ?? 0));
  return scores;
}
