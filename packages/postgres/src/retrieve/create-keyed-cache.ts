/** Reads values by key, each once: what was read, or asked for already, is not asked for again. */
export interface KeyedCache<Value> {
  /** Those of the keys that have a value. */
  readonly read: (keys: readonly number[]) => Promise<Map<number, Value>>;
}

/** Keeps what `load` gives for as long as a question takes. */
export function createKeyedCache<Value>(
  load: (keys: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
): KeyedCache<Value> {
  const known = new Map<number, Promise<Value | undefined>>();
  return {
    read: async (keys) => {
      const missing = [...new Set(keys.filter((key) => !known.has(key)))];
      if (missing.length > 0) {
        const fetched = load(missing);
        // Whoever waits for one of them is told.
        fetched.catch(() => undefined);
        for (const key of missing) {
          const value = fetched.then((found) => found.get(key));
          value.catch(() => undefined);
          known.set(key, value);
        }
      }
      const found = new Map<number, Value>();
      for (const key of keys) {
        const value = await known.get(key);
        if (value !== undefined) found.set(key, value);
      }
      return found;
    },
  };
}
