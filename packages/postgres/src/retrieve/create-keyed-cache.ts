import type { KnownRows } from './lasting-rows.ts';

/** Reads values by key, each once: what was read, or asked for already, is not asked for again. */
export interface KeyedCache<Value> {
  /** Those of the keys that have a value. */
  readonly read: (keys: readonly number[]) => Promise<Map<number, Value>>;
  /** Keeps what was read with something else: of keys that are not in `found`, that they have no value. */
  readonly keep: (keys: Iterable<number>, found: ReadonlyMap<number, Value>) => void;
  /** Those of the keys that nothing is known of yet. */
  readonly unknown: (keys: readonly number[]) => number[];
}

/** Keeps what `load` gives for as long as a question takes, or as `known` keeps it. */
export function createKeyedCache<Value>(
  load: (keys: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
  known: KnownRows<Value> = new Map<number, Value | undefined>(),
): KeyedCache<Value> {
  const loading = new Map<number, Promise<void>>();
  const keep: KeyedCache<Value>['keep'] = (keys, found) => {
    for (const key of keys) known.set(key, found.get(key));
  };
  const loadAll = (keys: readonly number[]) => {
    const loaded = load(keys).then((found) => {
      keep(keys, found);
      for (const key of keys) loading.delete(key);
    });
    // Whoever waits for one of them is told.
    loaded.catch(() => undefined);
    for (const key of keys) loading.set(key, loaded);
  };
  return {
    keep,
    unknown: (keys) => keys.filter((key) => !known.has(key)),
    read: async (keys) => {
      const missing = [...new Set(keys.filter((key) => !known.has(key) && !loading.has(key)))];
      if (missing.length > 0) loadAll(missing);
      await Promise.all(new Set(keys.flatMap((key) => loading.get(key) ?? [])));
      const found = new Map<number, Value>();
      for (const key of keys) {
        const value = known.get(key);
        if (value !== undefined) found.set(key, value);
      }
      return found;
    },
  };
}
