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
      // Most of what a question reads is known: then nothing is waited for, and no list is made.
      const { found, unknown } = look(keys);
      if (unknown.length === 0) return found;
      const missing = [...new Set(unknown.filter((key) => !loading.has(key)))];
      if (missing.length > 0) loadAll(missing);
      await Promise.all(new Set(unknown.flatMap((key) => loading.get(key) ?? [])));
      return look(keys).found;
    },
  };
}
