/** Reads once, and again when the stamp is another. What could not be read is read again by whoever asks next. */
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
