import { setTimeout as sleep } from 'node:timers/promises';
import type { SqliteClaimStore } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { VectorIndex } from '@memora/retrieval';

/** Embeds the claims of facts, one run at a time. */
export interface FactEmbedding {
  /**
   * Embeds what is missing, and waits until all of it is embedded, the embedder fails, or `patience`
   * milliseconds pass without a batch. The run continues after that.
   */
  readonly embed: (signal?: AbortSignal) => Promise<void>;
  /** The same, but only if anything is missing. */
  readonly embedMissing: (signal?: AbortSignal) => Promise<void>;
  /** Retries failed embeddings in the background: one run at a time, and none for 30 seconds after a failure. */
  readonly embedLater: () => void;
  /** Ends the run. */
  readonly close: () => void;
}

interface FactEmbeddingOptions {
  readonly vectors: VectorIndex | null;
  readonly store: SqliteClaimStore;
  readonly now: () => Date;
  /** Called after each run that embedded everything. */
  readonly onEmbedded: () => void;
  /** Milliseconds without a batch after which callers stop waiting for the embedder. Default 10,000. */
  readonly patience?: number | undefined;
}

/** Milliseconds after a failure during which questions do not try the embedder again. */
const PAUSE = 30_000;
const PATIENCE = 10_000;

export function createFactEmbedding(options: FactEmbeddingOptions): FactEmbedding {
  const { vectors, store, now, onEmbedded, patience = PATIENCE } = options;
  const closing = new AbortController();
  /** True while vectors are missing. */
  let isLacking = false;
  let isAsked = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  let movedAt = 0;
  let running: Promise<void> | null = null;

  const run = async (index: VectorIndex) => {
    const onProgress = () => {
      movedAt = performance.now();
    };
    try {
      // Facts that are added during a run are embedded by another run.
      while (isAsked) {
        isAsked = false;
        onProgress();
        await index.sync(store, { signal: closing.signal, onProgress });
      }
      isLacking = false;
      onEmbedded();
    } catch (error) {
      failedAt = now().getTime();
      // Until then a question is answered by its words, and the leg reports the reason.
      if (!closing.signal.aborted && !MemoraError.isInstance(error)) throw error;
    } finally {
      running = null;
    }
  };
  const start = (index: VectorIndex): Promise<void> => {
    [isAsked, isLacking] = [true, true];
    running ??= run(index);
    // Callers that wait for the run receive its error.
    running.catch(() => undefined);
    return running;
  };
  const embed = async (signal?: AbortSignal) => {
    if (vectors === null) return;
    const ended = start(vectors).then(() => true);
    for (let left = patience; left > 0; left = movedAt + patience - performance.now()) {
      const waiting = new AbortController();
      const stopped = signal === undefined ? waiting.signal : AbortSignal.any([waiting.signal, signal]);
      const isOver = sleep(left, false, { signal: stopped }).catch(() => false);
      const hasEnded = await Promise.race([ended, isOver]).finally(() => waiting.abort());
      signal?.throwIfAborted();
      if (hasEnded) return;
    }
  };
  return {
    embed,
    embedMissing: async (signal) => (isLacking ? embed(signal) : undefined),
    embedLater: () => {
      if (vectors === null || !isLacking || running !== null || now().getTime() - failedAt < PAUSE) return;
      void start(vectors);
    },
    close: () => closing.abort(),
  };
}
