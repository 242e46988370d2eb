import { bytesOfFact } from '@memora/claims';
import {
  type CustomRetriever,
  createCustomRetriever,
  createRetriever,
  type FoundId,
  type Reranker,
  type Retriever,
} from '@memora/retrieval';
import { requireFound } from '@memora/retrieval/internal';
import type { FactIndex } from './fact-index.ts';
import type { FactReads } from './fact-reads.ts';

interface FactRetrieverPorts {
  readonly index: FactIndex;
  readonly reads: Pick<FactReads, 'get'>;
  readonly own: CustomRetriever | undefined;
  readonly reranker: Reranker | undefined;
  /** Receives the bytes of facts that were read in the process. */
  readonly learn: (found: Iterable<readonly [id: string, bytes: Uint8Array]>) => void;
}

const DEFAULT_LIMIT = 40;

/** Creates the retriever of one question: by words over all facts, or over the results of the caller's own retriever, after making their claims. */
export function createFactRetriever({ index, reads, own, reranker, learn }: FactRetrieverPorts): Retriever {
  const { store, legs } = index;
  const tuning = reranker === undefined ? {} : { reranker };
  if (own === undefined) return createRetriever({ store, legs, ...tuning });
  const byText = new Map<string, Promise<Retriever>>();
  const ask = async (
    question: string,
    limit: number,
    signal: AbortSignal | undefined,
  ): Promise<Retriever> => {
    let found: readonly FoundId[];
    try {
      found = await own.find(question, { limit, ...(signal === undefined ? {} : { signal }) });
      requireFound(found);
    } catch (error) {
      signal?.throwIfAborted();
      return createCustomRetriever(store, { find: () => Promise.reject(error) }, tuning);
    }
    const facts = await reads.get(found.map(({ id }) => id));
    learn([...facts].map(([id, fact]) => [id, bytesOfFact(fact)]));
    await index.put(facts.values());
    const ofClaims = await Promise.all(
      found
        .filter(({ id }) => facts.has(id))
        .map(async ({ id, score }) => (await index.claimsOf(id)).map((claim) => ({ id: claim, score }))),
    );
    return createCustomRetriever(store, { find: async () => ofClaims.flat() }, tuning);
  };
  const retrieverFor = (question: string, limit: number, signal: AbortSignal | undefined) => {
    const key = JSON.stringify([question, limit]);
    const known = byText.get(key) ?? ask(question, limit, signal);
    byText.set(key, known);
    return known;
  };
  return {
    query: async (question, options = {}) =>
      (await retrieverFor(question, options.k ?? DEFAULT_LIMIT, options.signal)).query(question, options),
    passages: async (question, options = {}) =>
      (await retrieverFor(question, options.limit ?? DEFAULT_LIMIT, options.signal)).passages(
        question,
        options,
      ),
    claimsIn: (passages, options) => createRetriever({ store }).claimsIn(passages, options),
  };
}
