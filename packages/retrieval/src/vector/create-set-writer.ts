import type { ClaimIndex, SqliteClaimStore } from '@memora/claims';
import { toWireText } from '@memora/privacy';
import { checkedEmbed } from '../embed/checked-embed.ts';
import type { Embedder } from '../embed/embedder.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import { isWhole, type PendingText, takeOver, writeStanding } from './embed-pending.ts';
import {
  clearVectorTables,
  createVectorTables,
  dropSets,
  ensureVectorSet,
  isSetOf,
  readVectorSets,
  VECTOR_INDEX,
  VECTOR_VERSION,
  type VectorSet,
} from './vector-schema.ts';
import { addToVectors, removeFromVectors } from './write-vectors.ts';

/** The embedders of a store. */
export interface SetPlan {
  /** The embedder to change to or to keep; null for no vectors; undefined leaves the sets as they are. */
  readonly target: Embedder | null | undefined;
  /** The embedders of the sets in use, as far as they are known. */
  readonly known: readonly Embedder[];
}

/** Vectors for the texts that they were made from. */
export interface EmbeddedTexts {
  readonly texts: readonly PendingText[];
  readonly vectors: readonly Float32Array[];
}

/**
 * Writes the vector sets of a store whose texts are embedded elsewhere, in parts, while the store is closed: a new embedder's set grows next to the one in use
 * and replaces it once it is whole.
 */
export interface SetWriter {
  readonly index: ClaimIndex;
  /** True if a plan begins a set, whose id must be greater than every id that was passed to `follow` as used. */
  readonly begins: (store: SqliteClaimStore, plan: SetPlan) => boolean;
  /** Call it after the store was opened, before claims are written. */
  readonly follow: (store: SqliteClaimStore, plan: SetPlan, used?: readonly number[]) => void;
  /** Writes vectors of an embedder for texts that are unchanged. Returns their number. */
  readonly write: (store: SqliteClaimStore, embedder: Embedder, embedded: EmbeddedTexts) => number;
  /**
   * Sets aside texts that the embedder refuses, as long as they do not change. Their claims are found by
   * words.
   */
  readonly refuse: (store: SqliteClaimStore, embedder: Embedder, texts: readonly PendingText[]) => void;
  /** Requeues the texts that the embedder refused. */
  readonly retry: (store: SqliteClaimStore, embedder: Embedder) => void;
  /** Puts the target's set into use if it is whole. */
  readonly settle: (store: SqliteClaimStore) => void;
  /** The number of texts that each set lacks. */
  readonly missing: (
    store: SqliteClaimStore,
  ) => readonly { readonly set: VectorSet; readonly texts: number }[];
  /** The next texts that an embedder's set lacks. */
  readonly next: (store: SqliteClaimStore, embedder: Embedder, most: number) => readonly PendingText[];
}

const LEFT_ALONE: SetPlan = { target: undefined, known: [] };

export function createSetWriter(): SetWriter {
  let plan = LEFT_ALONE;
  const writers = () => [...(plan.target ? [plan.target] : []), ...plan.known];
  return {
    index: {
      name: VECTOR_INDEX,
      version: VECTOR_VERSION,
      get reader() {
        const file = writers().find(({ readerFile }) => readerFile !== undefined)?.readerFile;
        return file === undefined ? undefined : { file };
      },
      create: createVectorTables,
      add: (db, documents) => addToVectors(db, documents, writers()),
      remove: removeFromVectors,
      clear: clearVectorTables,
    } as ClaimIndex,
    begins: (store, { target }) => target != null && setOf(store, target) === undefined,
    follow: (store, wanted, used = []) => {
      plan = wanted;
      const { target } = plan;
      if (target === undefined) return;
      const sets = readVectorSets(store.database);
      if (target !== null && isWhole(store.database, target)) return;
      // Sets that an earlier change began, and all of them without an embedder.
      const stale = sets.filter(
        (set) => target === null || (set.state === 'building' && !isSetOf(set, target)),
      );
      if (stale.length > 0)
        store.transaction((db) => {
          dropSets(db, stale);
          if (target === null) prepareQuery(db, 'emptyVectorTexts').run();
        });
      if (target !== null) openSet(store, target, used);
    },
    write: (store, embedder, { texts, vectors }) => {
      const set = setOf(store, embedder);
      if (set === undefined) return 0;
      return store.transaction((db) => writeStanding(db, set, texts, vectors));
    },
    refuse: (store, embedder, texts) => {
      const set = setOf(store, embedder);
      if (set === undefined || texts.length === 0) return;
      const textOf = prepareValue(store.database, 'vectorTextOf');
      store.transaction((db) => {
        for (const { key, text } of texts) {
          if (textOf.get(key) !== text) continue;
          prepareQuery(db, 'unqueueVector').run(set.id, key);
          prepareQuery(db, 'refuseVector').run(set.id, key);
        }
      });
    },
    retry: (store, embedder) => {
      const set = setOf(store, embedder);
      if (set === undefined || prepareQuery(store.database, 'firstRefused').get(set.id) === undefined) return;
      store.transaction((db) => {
        prepareQuery(db, 'queueRefused').run(set.id);
        prepareQuery(db, 'removeSetRefused').run(set.id);
      });
    },
    settle: (store) => {
      const { target } = plan;
      if (!target || isWhole(store.database, target)) return;
      const set = setOf(store, target);
      if (set === undefined || prepareQuery(store.database, 'firstPending').get(set.id) !== undefined) return;
      store.transaction((db) => takeOver(db, store.indexStatus, target));
    },
    missing: (store) =>
      readVectorSets(store.database).map((set) => ({
        set,
        texts: prepareValue(store.database, 'countPending').get(set.id) ?? 0,
      })),
    next: (store, embedder, most) => {
      const set = setOf(store, embedder);
      return set === undefined ? [] : prepareQuery(store.database, 'nextPending').all(set.id, most);
    },
  };
}

/** Embeds texts of claims, none of which is secret. Throws an `EmbedderErrorCode`. */
export function embedTexts(
  embedder: Embedder,
  texts: readonly PendingText[],
  options: { readonly signal?: AbortSignal | undefined; readonly timeout: number },
): Promise<Float32Array[]> {
  // Secret texts are never queued, so `private` is the strictest possible band.
  const wires = texts.flatMap(({ text }) => toWireText({ text, band: 'private' }, embedder.place) ?? []);
  return checkedEmbed(embedder, wires, { ...options, role: 'document' });
}

function setOf({ database }: SqliteClaimStore, embedder: Embedder): VectorSet | undefined {
  return readVectorSets(database).find((set) => isSetOf(set, embedder));
}

/** Opens the target's set: every claim reaches it from its kept text, or from the next indexing run if texts were not kept. */
function openSet(store: SqliteClaimStore, target: Embedder, used: readonly number[]): void {
  const { database, indexStatus } = store;
  const sets = readVectorSets(database);
  if (sets.some((set) => isSetOf(set, target))) return;
  const hasNoTexts =
    sets.length === 0
      ? indexStatus.isComplete(VECTOR_INDEX) === true
      : sets.some(({ computed }) => computed === 1);
  store.transaction((db) => {
    ensureVectorSet(db, target, Math.max(0, ...used));
    if (hasNoTexts) indexStatus.refill(VECTOR_INDEX);
  });
}
