import type { ClaimIndex, SqliteClaimStore } from '@memora/claims';
import { MemoraError } from '@memora/core';
import { createNoVectorIndex, createVectorIndex, type Embedder } from '@memora/retrieval';
import { createVectorTables } from '@memora/retrieval/internal';

/** How far embedding got in one round. */
export interface EmbeddedVectors {
  /** As `id@version`. */
  readonly embedder: string;
  readonly embedded: number;
  /** Claims that still have no vector. */
  readonly pending: number;
  /** Why some are pending: an error's code. */
  readonly problem: string | null;
}

/** What a worker embeds with. */
export interface WorkerVectors {
  readonly index: ClaimIndex;
  /** Embeds what is new. Never throws for an embedder: the claims are published, and words find them. */
  readonly sync: (store: SqliteClaimStore, signal?: AbortSignal) => Promise<EmbeddedVectors | null>;
}

export function openWorkerVectors(embedder: Embedder | null): WorkerVectors {
  // Tables of no vectors are published as well: those of an embedder before go with it.
  if (embedder === null)
    return { index: { ...createNoVectorIndex(), create: createVectorTables }, sync: async () => null };
  // No file beside the store: whoever asks compares vectors in the database.
  const index = createVectorIndex({ embedder, indexFile: false });
  const name = `${embedder.id}@${embedder.version}`;
  return {
    index,
    sync: async (store, signal) => {
      try {
        const { embedded } = await index.sync(store, signal === undefined ? {} : { signal });
        return { embedder: name, embedded, pending: index.status(store).pending, problem: null };
      } catch (error) {
        if (signal?.aborted === true || !MemoraError.isInstance(error)) throw error;
        if (!error.code.startsWith('EMBEDDER_')) throw error;
        return { embedder: name, embedded: 0, pending: index.status(store).pending, problem: error.code };
      }
    },
  };
}
