import type { ClaimIndex, SqliteClaimStore } from '@memora/claims';
import { MemoraError } from '@memora/core';
import { createNoVectorIndex, createVectorIndex, type Embedder } from '@memora/retrieval';
import { createQueueingIndex, createVectorTables } from '@memora/retrieval/internal';

/** The progress of embedding in one round. */
export interface EmbeddedVectors {
  /** As `id@version`. */
  readonly embedder: string;
  readonly embedded: number;
  /** Claims that still have no vector. */
  readonly pending: number;
  /** An error code if some are pending because of an error. */
  readonly problem: string | null;
}

/** The embedding of a worker. */
export interface WorkerVectors {
  readonly index: ClaimIndex;
  /** Embeds new claims. Never throws because of an embedder: claims are still published and found by words. */
  readonly sync: (store: SqliteClaimStore, signal?: AbortSignal) => Promise<EmbeddedVectors | null>;
  /** True if claims wait for another worker to embed them. */
  readonly isAwaited: (store: SqliteClaimStore) => boolean;
}

/** Without an embedder, vectors stay, and new claims wait for another worker; null drops all vectors. */
export function openWorkerVectors(embedder?: Embedder | null): WorkerVectors {
  if (embedder === undefined) {
    const waiting = createQueueingIndex();
    return { index: waiting, sync: async () => null, isAwaited: waiting.isAwaited };
  }
  const isAwaited = () => false;
  // Empty vector tables are published too, which removes an earlier embedder's vectors.
  if (embedder === null)
    return {
      ...{ index: { ...createNoVectorIndex(), create: createVectorTables }, isAwaited },
      sync: async () => null,
    };
  // No index file next to the store: queries compare vectors in the database.
  const index = createVectorIndex({ embedder, indexFile: false });
  const name = `${embedder.id}@${embedder.version}`;
  return {
    index,
    isAwaited,
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
