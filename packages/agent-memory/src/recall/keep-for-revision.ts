import type { Memory } from '@memora/engine';

/** Caches a reading of the index until the index changes; `nothing` if nothing is indexed. */
export function keepForRevision<T>(
  memory: Pick<Memory, 'revision'>,
  read: () => Promise<T>,
  nothing: T,
): () => Promise<T> {
  let known: { readonly revision: string; readonly value: Promise<T> } | null = null;
  return async () => {
    const revision = await memory.revision();
    if (revision === null) return nothing;
    if (known?.revision === revision) return known.value;
    const value = read();
    known = { revision, value };
    value.catch(() => {
      known = null;
    });
    return value;
  };
}
