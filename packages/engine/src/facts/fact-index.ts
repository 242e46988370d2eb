import {
  type DetectBand,
  type Extractor,
  type Fact,
  type FactReport,
  openClaimStore,
  putFacts,
  type SqliteClaimStore,
} from '@memora/claims';
import { type ClaimId, MemoraError } from '@memora/core';
import { createLexicalIndex, createVectorIndex, type Embedder, type Leg } from '@memora/retrieval';
import { createTurns } from '../concurrency/create-turns.ts';
import type { FactReads } from './fact-reads.ts';

/** The claims of facts, in memory. */
export interface FactIndex {
  readonly store: SqliteClaimStore;
  /** The legs besides the word leg. */
  readonly legs: readonly Leg[];
  /** Returns a number that changes with each write. */
  readonly revision: () => number;
  /** Creates the claims of new and changed facts, and retires those of removed ones. */
  readonly put: (
    facts: Iterable<Fact>,
    removed?: Iterable<string>,
    signal?: AbortSignal,
  ) => Promise<FactReport>;
  /** Embeds in the background what an embedder failed to embed: one attempt at a time, and none for 30 seconds after a failure. */
  readonly embedLater: () => void;
  /** Returns the ids of the facts with claims here. */
  readonly ids: () => Iterable<string>;
  readonly claimsOf: (id: string) => Promise<readonly ClaimId[]>;
  readonly close: () => Promise<void>;
}

/** Milliseconds after a failure in which a question does not try an embedder again. */
const PAUSE = 30_000;

interface FactIndexOptions {
  readonly reads: Pick<FactReads, 'get'>;
  readonly extractor: Extractor | undefined;
  readonly detect: DetectBand | undefined;
  readonly embedder: Embedder | null;
  readonly now: () => Date;
}

/** Opens an empty index. */
export async function openFactIndex({
  reads,
  extractor,
  detect,
  embedder,
  now,
}: FactIndexOptions): Promise<FactIndex> {
  const vectors = embedder === null ? null : createVectorIndex({ embedder, indexFile: false });
  const store = await openClaimStore({
    path: ':memory:',
    indexes: [createLexicalIndex(), ...(vectors === null ? [] : [vectors])],
  });
  const known = new Map<string, string>();
  const inTurn = createTurns();
  let revision = 0;
  /** True if an embedder failed: the next put embeds the missing vectors, even if no fact changed. */
  let lacksVectors = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  let isEmbedding = false;
  const embed = async (signal: AbortSignal | undefined) => {
    try {
      lacksVectors = vectors !== null;
      await vectors?.sync(store, signal === undefined ? {} : { signal });
      lacksVectors = false;
      revision++;
    } catch (error) {
      signal?.throwIfAborted();
      failedAt = now().getTime();
      // A question is answered by words until then, and its leg says why.
      if (!MemoraError.isInstance(error)) throw error;
    }
  };
  return {
    store,
    legs: vectors === null ? [] : [vectors.createLeg(store)],
    revision: () => revision,
    embedLater: () => {
      if (!lacksVectors || isEmbedding || now().getTime() - failedAt < PAUSE) return;
      isEmbedding = true;
      const embedding = inTurn(() => embed(undefined));
      const end = () => {
        isEmbedding = false;
      };
      void embedding.then(end, end);
    },
    ids: () => known.keys(),
    put: (facts, removed = [], signal) =>
      inTurn(async () => {
        const changed = [...facts].filter((fact) => known.get(fact.id) !== JSON.stringify(fact));
        const gone = [...removed].filter((id) => known.has(id));
        if (changed.length + gone.length === 0) {
          if (lacksVectors) await embed(signal);
          return { added: 0, kept: 0, retired: 0, failures: [] };
        }
        const report = await putFacts({
          ...{ store, facts: changed, removed: gone, now },
          read: async (ids) => [...(await reads.get(ids)).values()],
          ...(extractor === undefined ? {} : { extractor }),
          ...(detect === undefined ? {} : { detect }),
          ...(signal === undefined ? {} : { signal }),
        });
        const failed = new Set(report.failures.map(({ id }) => id));
        for (const fact of changed) if (!failed.has(fact.id)) known.set(fact.id, JSON.stringify(fact));
        for (const id of gone) known.delete(id);
        revision++;
        await embed(signal);
        return report;
      }),
    claimsOf: async (id) => {
      const { claims } = await store.listClaims({ notePath: id });
      return claims.map((claim) => claim.id);
    },
    close: store.close,
  };
}
