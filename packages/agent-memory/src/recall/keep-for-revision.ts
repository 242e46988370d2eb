import type { Memory } from '@memora/engine';

/** What is read of the index, read once for as long as nothing is written to it; `nothing` where nothing is indexed. */
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
