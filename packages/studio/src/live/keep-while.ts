/** Reads a value and caches it while the stamp stays the same. A failed read is retried by the next caller. */
export function keepWhile<Value>(
  stamp: () => Promise<string | null>,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { readonly of: string | null; readonly value: Promise<Value> } | null = null;
  return async () => {
    const now = await stamp();
    if (kept === null || kept.of !== now) {
      const value = read();
      kept = { of: now, value };
      value.catch(() => {
        if (kept?.value === value) kept = null;
      });
    }
    return kept.value;
  };
}
