import type { ClaimIndex, SqliteClaimStore } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { LeakGuard } from '@memora/privacy';
import type { Installation } from '@memora/privacy/installation';
import { createNoVectorIndex, createVectorIndex, type Leg, type VectorIndex } from '@memora/retrieval';
import { lazily } from '../concurrency/lazily.ts';
import type { OpenMemoryOptions } from '../memory.ts';
import { guardEmbedder } from './guard-embedder.ts';
import { type EmbedderPorts, openEmbedder } from './open-embedder.ts';

/** The vectors of an open memory. Their embedder is opened with the first question or the first write. */
export interface MemoryVectors {
  /** The index for writing. It drops existing vectors if the config wants none. */
  readonly index: () => Promise<ClaimIndex>;
  /**
   * The vector leg of a retriever over a store; none if the config wants no vectors. Failures are reported
   * with each result.
   */
  readonly legs: (store: SqliteClaimStore) => Promise<readonly Leg[]>;
  /** Embeds new claims. Never throws for a failing embedder: the claims are stored, and words find them. */
  readonly sync: (store: SqliteClaimStore, signal?: AbortSignal) => Promise<VectorOutcome | null>;
  /** The vector index; null if the config wants none. */
  readonly open: () => Promise<VectorIndex | null>;
}

/** The progress of embedding in one run. */
export interface VectorOutcome {
  readonly embedder: string;
  readonly embedded: number;
  /** Claims that still have no vector. */
  readonly pending: number;
  /** Why some are pending: an error's code and sentence, without text of notes. */
  readonly problem: { readonly code: string; readonly message: string; readonly hint: string | null } | null;
}

export function openVectors(
  ports: EmbedderPorts & {
    readonly own: OpenMemoryOptions['embedder'];
    readonly guard: LeakGuard;
    readonly folder: string | undefined;
    /**
     * True if vectors may be on disk only in the encrypted database. Then all are compared, and no index file
     * is built.
     */
    readonly encrypted?: boolean;
    /** Marks the index file as this installation's. If no mark can be made, no index is built or opened. */
    readonly installation: () => Promise<Installation | null>;
  },
): MemoryVectors {
  const { own, guard, folder, encrypted = false, installation } = ports;
  const open = lazily<VectorIndex | null>(async () => {
    const embedder = own === undefined ? await openEmbedder(ports) : own && guardEmbedder(own, guard);
    if (embedder === null) return null;
    const marks = encrypted ? null : await installation();
    return createVectorIndex({
      embedder,
      ...(folder ? { folder } : {}),
      ...(marks === null ? {} : { marks }),
      indexFile: marks !== null,
    });
  });
  return {
    open,
    index: async () => (await open()) ?? createNoVectorIndex(),
    legs: async (store) => {
      try {
        const vectors = await open();
        return vectors === null ? [] : [vectors.createLeg(store)];
      } catch (error) {
        return [{ name: 'vector', find: () => Promise.reject(error) }];
      }
    },
    sync: async (store, signal) => {
      const vectors = await open();
      if (vectors === null) return null;
      const embedder = `${vectors.embedder.id}@${vectors.embedder.version}`;
      try {
        const { embedded } = await vectors.sync(store, signal === undefined ? {} : { signal });
        return { embedder, embedded, pending: vectors.status(store).pending, problem: null };
      } catch (error) {
        if (signal?.aborted === true || !MemoraError.isInstance(error) || isOfTheStore(error.code))
          throw error;
        const problem = { code: error.code, message: error.message, hint: error.hint ?? null };
        return { embedder, embedded: 0, pending: vectors.status(store).pending, problem };
      }
    },
  };
}

/** A busy or full database is not the embedder's fault, and is handled where other writes are. */
function isOfTheStore(code: string): boolean {
  return /^(?:DATABASE|DISK)_/.test(code);
}
