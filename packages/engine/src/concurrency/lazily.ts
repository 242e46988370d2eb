/** A value made on first use and kept; a failed attempt is tried again. */
export interface Lazy<Value> {
  (): Promise<Value>;
  /** Passes the value to `close` if it was made, and forgets it. */
  readonly close: (close: (value: Value) => Promise<void>) => Promise<void>;
}

/** Makes a {@link Lazy} of a factory. */
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
