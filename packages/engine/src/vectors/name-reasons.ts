import type { QueryResult } from '@memora/retrieval';

/** Names each reason of retrieval like the other reasons of an answer: `vector: EMBEDDER_CHANGED: …` is `vector_embedder_changed`. */
export function nameReasons<Result extends Pick<QueryResult, 'degraded' | 'degradedReasons'>>(
  result: Result,
): Result {
  if (!result.degraded) return result;
  const degradedReasons = result.degradedReasons.map((reason) => {
    const [leg = '', code = ''] = reason.split(': ');
    return `${leg}_${code.toLowerCase()}`;
  });
  return { ...result, degradedReasons };
}
