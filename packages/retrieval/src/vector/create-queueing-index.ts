import type { ClaimIndex, SqliteClaimStore } from '@memora/claims';
import { prepareQuery } from '../queries/prepare-query.ts';
import { clearVectorTables, createVectorTables, readVectorSets, VECTOR_INDEX } from './vector-schema.ts';
import { queueForVectors, removeFromVectors } from './write-vectors.ts';

/** An index over vectors that others make. */
export interface QueueingIndex extends ClaimIndex {
  /** True if a claim waits for its vector. */
  readonly isAwaited: (store: SqliteClaimStore) => boolean;
}

/** Keeps the vectors of a store, whoever made them. Removed claims leave every set, and new ones wait for a process that has the embedder. */
export function createQueueingIndex(): QueueingIndex {
  // Whatever the store has: another version would clear the index, and a store without vectors must stay one.
  let version = 0;
  return {
    name: VECTOR_INDEX,
    get version() {
      return version;
    },
    create: (db, status) => {
      createVectorTables(db);
      version = status.versionOf(VECTOR_INDEX) ?? 0;
    },
    add: queueForVectors,
    remove: removeFromVectors,
    clear: clearVectorTables,
    isAwaited: ({ database }) =>
      readVectorSets(database).some(({ id }) => prepareQuery(database, 'firstPending').get(id) !== undefined),
  };
}
