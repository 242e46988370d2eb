import type { SqliteClaimStore } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import { createRetriever } from '../create-retriever.ts';
import type { Hit, Retriever } from '../hit.ts';
import type { PassageHit } from '../passages/passage-hit.ts';
import type { Reranker } from '../rerank/reranker.ts';
import { RetrievalError } from '../retrieval-error.ts';
import type { Leg } from './leg.ts';

/** What a retriever of the caller's own found: an id, and how well it fits. */
export interface FoundId {
  readonly id: string;
  /** Higher is better, in a unit of the retriever's own; 0 or less means that it does not fit. */
  readonly score: number;
}

/**
 * A search of the caller's own: an engine, a vector database, a service. What it does not find is not shown, so it may also decide who sees
 * what. It is given the question as it was asked, and sends it where it likes.
 */
export interface CustomRetriever {
  /** `limit` at most, in any order. Throwing means that nothing is found, and the result says so. */
  readonly find: (
    question: string,
    options: { readonly limit: number; readonly signal?: AbortSignal },
  ) => Promise<readonly FoundId[]>;
}

/** The name of its leg, in `why` and in reasons. */
const CUSTOM = 'custom';

/** A retriever over the claims of a store in the order of another one, which names claims by their ids. */
export function createCustomRetriever(
  store: SqliteClaimStore,
  own: CustomRetriever,
  { reranker }: { readonly reranker?: Reranker | undefined } = {},
): Retriever {
  const retriever = createRetriever({
    store,
    legs: [createLeg(store, own)],
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
      // It is the retriever's to say what is about the question, and no words have to be held.
      const hits = found.hits.filter(isOfOwn).map((hit) => ({ ...hit, why: { ...hit.why, coverage: 1 } }));
      return { ...found, hits };
    },
  };
}

function isOfOwn({ why }: Hit | PassageHit): boolean {
  return why.legs.includes(CUSTOM);
}

function createLeg({ graph }: SqliteClaimStore, own: CustomRetriever): Leg {
  return {
    name: CUSTOM,
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

/** Throws `RETRIEVER_INVALID` for what is no list of ids with scores. */
export function requireFound(found: readonly FoundId[]): void {
  if (
    !Array.isArray(found) ||
    !found.every((each) => typeof each?.id === 'string' && Number.isFinite(each.score))
  )
    throw new RetrievalError('the retriever gave something else than ids with scores', {
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
