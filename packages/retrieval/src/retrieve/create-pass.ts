import type { CandidateRow, ClaimFilter } from '@memora/claims';
import type { RetrievalSource } from '../source/retrieval-source.ts';

type Filter = ReturnType<RetrievalSource['candidates']>;
const MOST_FILTERS = 32;

/** Compiled filters by what they filter; the oldest goes when there are many. */
export function createFilterCache(source: RetrievalSource): (filter: ClaimFilter) => Filter {
  const cache = new Map<string, Filter>();
  return (filter) => {
    const name = JSON.stringify(filter);
    const known = cache.get(name) ?? source.candidates(filter);
    cache.delete(name);
    cache.set(name, known);
    if (cache.size > MOST_FILTERS) cache.delete(cache.keys().next().value as string);
    return known;
  };
}

/** The filter of one query, which asks about each row once and remembers those it let through. */
export function createPass(filter: Filter) {
  const rowByKey = new Map<number, CandidateRow>();
  const refused = new Set<number>();
  return {
    rowByKey,
    async filter(keys: readonly number[]): Promise<ReadonlyMap<number, CandidateRow>> {
      const unknown = keys.filter((key) => !rowByKey.has(key) && !refused.has(key));
      if (unknown.length > 0) {
        for (const row of await filter(unknown)) rowByKey.set(row.key, row);
        for (const key of unknown) if (!rowByKey.has(key)) refused.add(key);
      }
      const passing = new Map<number, CandidateRow>();
      for (const key of keys) {
        const row = rowByKey.get(key);
        if (row !== undefined) passing.set(key, row);
      }
      return passing;
    },
  };
}
