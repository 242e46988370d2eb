import { dirname, join } from 'node:path';
import type { ClaimIndex, SqliteClaimStore } from '@memora/claims';
import type { MemoraError } from '@memora/core';
import type { Embedder } from '../embed/embedder.ts';
import { prepareValue } from '../queries/prepare-query.ts';
import { RetrievalError } from '../retrieval-error.ts';
import type { Leg } from '../retrieve/leg.ts';
import { keptRowsOf } from '../source/kept-rows.ts';
import { buildIndexFile } from './build-index-file.ts';
import { type EmbedPendingOptions, embedPending } from './embed-pending.ts';
import { type IndexMarks, removeIndexFile } from './index-file.ts';
import { createNearestLeg } from './nearest-leg.ts';
import { createVectorSearch, type VectorSearch, type ViewedGraphs } from './scan/search-vectors.ts';
import {
  askForTexts,
  clearVectorTables,
  createVectorTables,
  isSetOf,
  prepareCompleteness,
  readVectorSets,
  VECTOR_INDEX,
  VECTOR_VERSION,
  type VectorSet,
} from './vector-schema.ts';
import { addToVectors, removeFromVectors } from './write-vectors.ts';

export interface VectorIndexOptions {
  readonly embedder: Embedder;
  /** Folder of the index file; `vectors` next to the database by default. */
  readonly folder?: string;
  /** Marks index files. With it, a file without this mark is rebuilt instead of opened. A vault of unknown origin needs it. */
  readonly marks?: IndexMarks;
  /** Milliseconds that a query waits for its embedding; 10,000 by default. */
  readonly queryTimeout?: number;
  /** The number of vectors that are compared one by one; above it an index file is built. For tests. */
  readonly exactLimit?: number;
  /** False if no vector may be stored outside the database: all are compared, and an existing index file is removed. */
  readonly indexFile?: boolean;
}

/** The state of an embedder's vectors. */
export interface VectorStatus {
  readonly state: 'none' | 'building' | 'ready' | 'other_embedder';
  readonly vectors: number;
  readonly pending: number;
  /** The embedder of the stored vectors, as `id@version`. */
  readonly embedder: string | null;
}

/** The vector index over claims: a `ClaimIndex` for the store, with embedding and search. */
export interface VectorIndex extends ClaimIndex {
  readonly embedder: Embedder;
  /**
   * Embeds new texts, and builds the index file if there are many vectors. Call it after indexing. If the embedder changed, its vectors are built next to
   * the old ones and replace them when complete.
   */
  readonly sync: (
    store: SqliteClaimStore,
    options?: EmbedPendingOptions,
  ) => Promise<{ readonly embedded: number; readonly built: boolean }>;
  readonly status: (store: SqliteClaimStore) => VectorStatus;
  /** Creates the leg for `createRetriever`, over one open store. */
  readonly createLeg: (store: SqliteClaimStore) => Leg;
}

export function createVectorIndex(options: VectorIndexOptions): VectorIndex {
  const { embedder, indexFile = true } = options;
  const exactLimit = indexFile ? options.exactLimit : Number.POSITIVE_INFINITY;
  // Shared by connections that are opened one after the other, each after a write.
  const viewed: ViewedGraphs = new Map();
  const folderOf = (store: SqliteClaimStore) => options.folder ?? join(dirname(store.path), 'vectors');
  return {
    embedder,
    name: VECTOR_INDEX,
    ...(embedder.readerFile === undefined ? {} : { reader: { file: embedder.readerFile } }),
    version: VECTOR_VERSION,
    create: (db, status) => {
      createVectorTables(db);
      askForTexts(db, status, embedder);
    },
    add: (db, documents) => addToVectors(db, documents, [embedder]),
    remove: removeFromVectors,
    clear: clearVectorTables,
    async sync(store, syncOptions = {}) {
      if (!indexFile) removeIndexFile(folderOf(store));
      const embedded = await embedPending(store, embedder, syncOptions);
      const set = readVectorSets(store.database).find((each) => isSetOf(each, embedder)) as VectorSet;
      const built = await buildIndexFile(store.database, set, folderOf(store), {
        signal: syncOptions.signal,
        exactLimit,
        ...(options.marks === undefined ? {} : { marks: options.marks }),
      });
      return { embedded, built };
    },
    status: (store) => readStatus(store, embedder),
    createLeg: (store) => createVectorLeg(store, { ...options, exactLimit, folder: folderOf(store), viewed }),
  };
}

function createVectorLeg(
  store: SqliteClaimStore,
  options: Omit<VectorIndexOptions, 'exactLimit' | 'indexFile'> & {
    readonly folder: string;
    readonly exactLimit: number | undefined;
    readonly viewed: ViewedGraphs;
  },
): Leg {
  const { embedder, folder, exactLimit, queryTimeout, viewed } = options;
  const kept = keptRowsOf(store.database);
  const readSets = kept.once(() => readVectorSets(store.database));
  let opened: OpenedSet | null = null;
  const openSet = (isRenewed: boolean): OpenedSet => {
    if (!isRenewed) kept.renew();
    const set = requireSet(readSets(), embedder);
    if (opened?.id !== set.id) {
      opened = {
        id: set.id,
        search: createVectorSearch(store.database, set, folder, exactLimit, options.marks, viewed),
        isComplete: kept.once(prepareCompleteness(store.database, store.indexStatus, set.id)),
      };
    }
    return opened;
  };
  return createNearestLeg({
    embedder,
    queryTimeout,
    open: ({ renewed }) => {
      const { search, isComplete } = openSet(renewed === store.database);
      return { search, incomplete: () => (isComplete() ? null : notAllEmbedded()) };
    },
  });
}

interface OpenedSet {
  readonly id: number;
  readonly search: VectorSearch;
  readonly isComplete: () => boolean;
}

function notAllEmbedded(): MemoraError {
  return new RetrievalError('some claims are not embedded yet and were searched by words only', {
    code: 'VECTORS_INCOMPLETE',
    hint: 'Index the vault to embed them.',
  });
}

function requireSet(sets: readonly VectorSet[], embedder: Embedder): VectorSet {
  const own = sets.find((set) => isSetOf(set, embedder));
  if (own?.state === 'ready') return own;
  if (sets.some(({ state }) => state === 'ready')) {
    throw new RetrievalError('the claims were embedded by another embedder', {
      code: 'EMBEDDER_CHANGED',
      hint: 'Index again to embed them with this one, or go back to the other.',
    });
  }
  throw new RetrievalError(
    own ? 'the claims are still being embedded' : 'the claims have not been embedded yet',
    {
      code: 'VECTORS_NOT_READY',
      hint: 'Index the vault to embed them.',
    },
  );
}

function readStatus(store: SqliteClaimStore, embedder: Embedder): VectorStatus {
  const sets = readVectorSets(store.database);
  const own = sets.find((set) => isSetOf(set, embedder));
  const shown = own ?? sets.find(({ state }) => state === 'ready');
  if (!shown) return { state: 'none', vectors: 0, pending: 0, embedder: null };
  const count = (name: 'countVectors' | 'countPending') =>
    prepareValue(store.database, name).get(shown.id) ?? 0;
  return {
    state: own ? own.state : 'other_embedder',
    vectors: count('countVectors'),
    pending: count('countPending'),
    embedder: `${shown.embedder}@${shown.version}`,
  };
}
