/** A value that is created on first use and kept; a failed attempt is retried. */
export interface Lazy<Value> {
  (): Promise<Value>;
  /** Passes the value to `close` if it was created, and drops it. */
  readonly close: (close: (value: Value) => Promise<void>) => Promise<void>;
}

/** Creates a {@link Lazy} from a factory. */
export function lazily<Value>(make: () => Promise<Value>): Lazy<Value> {
  let made: Promise<Value> | null = null;
  const get = () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
  return Object.assign(get, {
    close: async (close: (value: Value) => Promise<void>) => {
      const closing = made;
      made = null;
      if (closing !== null) await close(await closing);
    },
  });
}
