import type { CandidateRow, ClaimFilter } from '@memora/claims';
import type { RetrievalSource } from '../source/retrieval-source.ts';

type Filter = ReturnType<RetrievalSource['candidates']>;
const MOST_FILTERS = 32;

/** The maximum number of rows that a pass caches before a new one replaces it. */
const MOST_ROWS = 10_000;

interface CachedFilter {
  readonly filter: Filter;
  pass: (Pass & { readonly at: number }) | null;
}

/**
 * Caches compiled filters by their options; the oldest is dropped when there are many. Questions about the present share a pass until something is
 * written: `at` stays the same until then, and is null if unknown.
 */
export function createFilterCache(source: RetrievalSource) {
  const cache = new Map<string, CachedFilter>();
  const cached = (filter: ClaimFilter): CachedFilter => {
    const name = JSON.stringify(filter);
    const known = cache.get(name) ?? { filter: source.candidates(filter), pass: null };
    cache.delete(name);
    cache.set(name, known);
    if (cache.size > MOST_FILTERS) cache.delete(cache.keys().next().value as string);
    return known;
  };
  return {
    filter: (filter: ClaimFilter): Filter => cached(filter).filter,
    pass: (filter: ClaimFilter, at: number | null): Pass => {
      const known = cached(filter);
      const open = () => createPass(known.filter, source.few?.(filter) ?? null);
      if (at === null || filter.asOf !== undefined) return open();
      if (known.pass?.at !== at || known.pass.size() > MOST_ROWS) known.pass = { ...open(), at };
      return known.pass;
    },
  };
}

type Pass = ReturnType<typeof createPass>;

/** Creates a pass that checks each row once and remembers those it let through. If `few` are known to pass, the others are refused without a check. */
function createPass(filter: Filter, few: ReadonlySet<number> | null) {
  const rowByKey = new Map<number, CandidateRow>();
  const refused = new Set<number>();
  return {
    rowByKey,
    few,
    size: () => rowByKey.size + refused.size,
    async filter(keys: readonly number[]): Promise<ReadonlyMap<number, CandidateRow>> {
      const unknown = keys.filter(
        (key) => few?.has(key) !== false && !rowByKey.has(key) && !refused.has(key),
      );
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
