import {
  type DetectBand,
  type Extractor,
  type Fact,
  type FactReport,
  openClaimStore,
  putFacts,
  type SqliteClaimStore,
} from '@memora/claims';
import type { ClaimId } from '@memora/core';
import { createLexicalIndex, createVectorIndex, type Embedder, type Leg } from '@memora/retrieval';
import { createTurns } from '../concurrency/create-turns.ts';
import { createFactEmbedding } from './embed-facts.ts';
import type { FactReads } from './fact-reads.ts';

/** The claims of facts, in memory. */
export interface FactIndex {
  readonly store: SqliteClaimStore;
  /** The legs besides the word leg. */
  readonly legs: readonly Leg[];
  /** Returns a number that changes with each write. */
  readonly revision: () => number;
  /**
   * Creates the claims of new and changed facts, and retires those of removed ones. Does not wait for an
   * embedder that does not respond.
   */
  readonly put: (
    facts: Iterable<Fact>,
    removed?: Iterable<string>,
    signal?: AbortSignal,
  ) => Promise<FactReport>;
  /** Retries failed embeddings in the background: one attempt at a time, and none for 30 seconds after a failure. */
  readonly embedLater: () => void;
  /** Returns the ids of the facts with claims here. */
  readonly ids: () => Iterable<string>;
  readonly claimsOf: (id: string) => Promise<readonly ClaimId[]>;
  readonly close: () => Promise<void>;
}

interface FactIndexOptions {
  readonly reads: Pick<FactReads, 'get'>;
  readonly extractor: Extractor | undefined;
  readonly detect: DetectBand | undefined;
  readonly embedder: Embedder | null;
  readonly now: () => Date;
  /** Milliseconds without a batch after which a put stops waiting for the embedder. */
  readonly patience?: number;
}

/** Opens an empty index. */
export async function openFactIndex({
  reads,
  extractor,
  detect,
  embedder,
  now,
  patience,
}: FactIndexOptions): Promise<FactIndex> {
  const vectors = embedder === null ? null : createVectorIndex({ embedder, indexFile: false });
  const store = await openClaimStore({
    path: ':memory:',
    indexes: [createLexicalIndex(), ...(vectors === null ? [] : [vectors])],
  });
  const known = new Map<string, string>();
  const inTurn = createTurns();
  let revision = 0;
  const onEmbedded = () => {
    revision++;
  };
  const embedding = createFactEmbedding({ vectors, store, now, onEmbedded, patience });
  const write = async (facts: Iterable<Fact>, removed: Iterable<string>, signal: AbortSignal | undefined) => {
    const changed = [...facts].filter((fact) => known.get(fact.id) !== JSON.stringify(fact));
    const gone = [...removed].filter((id) => known.has(id));
    if (changed.length + gone.length === 0)
      return { report: { added: 0, kept: 0, retired: 0, failures: [] }, isChanged: false };
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
    return { report, isChanged: true };
  };
  return {
    store,
    legs: vectors === null ? [] : [vectors.createLeg(store)],
    revision: () => revision,
    embedLater: embedding.embedLater,
    ids: () => known.keys(),
    put: async (facts, removed = [], signal) => {
      const { report, isChanged } = await inTurn(() => write(facts, removed, signal));
      await (isChanged ? embedding.embed(signal) : embedding.embedMissing(signal));
      return report;
    },
    claimsOf: async (id) => {
      const { claims } = await store.listClaims({ notePath: id });
      return claims.map((claim) => claim.id);
    },
    close: async () => {
      embedding.close();
      await store.close();
    },
  };
}
