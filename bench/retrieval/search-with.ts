import { createRetriever, type RetrieverOptions } from '@memora/retrieval';
import type { EvaluationSet } from './evaluation-set.ts';
import type { Search } from './measures.ts';

/** A retriever over a set. A degraded result is not a valid figure, so it throws. */
export function searchWith(set: EvaluationSet, options: Omit<RetrieverOptions, 'store'>): Search {
  const retriever = createRetriever({ store: set.store, ...options });
  return async (question, k) => {
    const { hits, degradedReasons } = await retriever.query(question, { k });
    if (degradedReasons.length > 0) throw new Error(degradedReasons.join('; '));
    return hits.map(({ claim }) => claim.id);
  };
}
