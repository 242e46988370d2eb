import type { KnownRows } from './lasting-rows.ts';

/** Caches values by key: each key is read once, even while a read is pending. */
export interface KeyedCache<Value> {
  /** Returns the values of the keys that have one. */
  readonly read: (keys: readonly number[]) => Promise<Map<number, Value>>;
  /** Caches what was read with something else; keys that are not in `found` have no value. */
  readonly keep: (keys: Iterable<number>, found: ReadonlyMap<number, Value>) => void;
  /** Returns the keys that are not cached yet. */
  readonly unknown: (keys: readonly number[]) => number[];
}

/** Creates a cache over `load` that lasts for one question, or as long as `known` keeps its values. */
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
    // Waiting readers receive the error.
    loaded.catch(() => undefined);
    for (const key of keys) loading.set(key, loaded);
  };
  const look = (keys: readonly number[]) => {
    const found = new Map<number, Value>();
    const unknown: number[] = [];
    for (const key of keys) {
      const value = known.get(key);
      if (value !== undefined) found.set(key, value);
      else if (!known.has(key)) unknown.push(key);
    }
    return { found, unknown };
  };
  return {
    keep,
    unknown: (keys) => keys.filter((key) => !known.has(key)),
    read: async (keys) => {
      // Usually everything is cached: then this awaits nothing and makes no list.
      const { found, unknown } = look(keys);
      if (unknown.length === 0) return found;
      const missing = [...new Set(unknown.filter((key) => !loading.has(key)))];
      if (missing.length > 0) loadAll(missing);
      await Promise.all(new Set(unknown.flatMap((key) => loading.get(key) ?? [])));
      return look(keys).found;
    },
  };
}
