import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenClaimStoreOptions, openClaimStore } from '@memora/claims';
import { readPublicationMark, takeRowsBack, writePublicationMark } from '@memora/claims/internal';
import { createLexicalIndex } from '@memora/retrieval';
import { createSetWriter, LEXICAL_TABLES, VECTOR_TABLES } from '@memora/retrieval/internal';
import { type EmbedderPlan, planEmbedders } from './embed/plan-embedders.ts';
import type { Lease } from './hold-lease.ts';
import type { WatchedStore } from './kept-stores.ts';
import { readRows } from './publish-rows.ts';
import { readNearState } from './publish-vectors.ts';
import type { WorkOptions } from './scope-worker.ts';

/** The tables of the indexes, published together with those of the store. */
export const INDEX_TABLES = [...LEXICAL_TABLES, ...VECTOR_TABLES];

/** A scope's store that equals its publication. It is marked as possibly newer from now on. */
interface ScopeStore extends WatchedStore {
  /** The number of rows read back from the publication. */
  readonly takenBack: number;
  /** The transaction up to which the notes on disk equal the heads; null if all must be checked. */
  readonly seen: string | null;
  /** True if opening the store cleared an index of another version, before its changes were watched: the whole scope is then published. */
  readonly isNewIndex: boolean;
  /** The embedders of its vectors. */
  readonly plan: EmbedderPlan;
}

/** Opens the store of a scope under a lease: the kept one, or the file if it equals the publication. Otherwise the store is rebuilt from the publication. */
export async function openScopeStore(root: string, lease: Lease, options: WorkOptions): Promise<ScopeStore> {
  const path = join(root, '.memora', 'memora.db');
  const kept = (await options.stores?.take(path)) ?? null;
  let opened = kept ?? (existsSync(path) ? await openWatched(path, lease, options) : null);
  let takenBack = 0;
  const mark = opened === null ? null : readPublicationMark(opened.store.database, options);
  const holds = mark?.epoch === lease.epoch;
  if (!holds || (kept !== null && lease.isWhole)) {
    await opened?.store.close();
    if (!holds) takenBack = await takeBack(path, lease, options);
    opened = null;
  }
  opened ??= await openWatched(path, lease, options);
  const { store, vectors } = opened;
  try {
    writePublicationMark(store.database, { ...options, epoch: null, seen: null });
    const sets = vectors.missing(store).map(({ set }) => set);
    let plan = await planEmbedders(options.embedders?.of(options.scope), lease, sets);
    // A graph of an earlier set with the same id would refuse vectors of another width.
    const graphs = vectors.begins(store, plan)
      ? (await lease.within((db) => readNearState(db, options.scope))).graphs
      : [];
    try {
      vectors.follow(store, plan, graphs);
    } catch {
      // The claims are published even if an embedder fails.
      plan = { ...plan, target: undefined, problem: 'EMBEDDING_FAILED' };
      vectors.follow(store, plan);
    }
    return { ...opened, takenBack, seen: holds ? mark.seen : null, isNewIndex: store.hasClearedIndex, plan };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function toOpening(path: string, { codec }: WorkOptions) {
  const vectors = createSetWriter();
  const indexes = [createLexicalIndex(), vectors.index];
  const opening: OpenClaimStoreOptions = { path, indexes, ...(codec === undefined ? {} : { codec }) };
  return { vectors, opening };
}

async function openWatched(path: string, { isWhole }: Lease, options: WorkOptions): Promise<WatchedStore> {
  const { vectors, opening } = toOpening(path, options);
  const store = await openClaimStore({ ...opening, ...(isWhole ? {} : { capture: INDEX_TABLES }) });
  return { path, store, vectors };
}

/** Rebuilds a store from the publication before its changes are watched. Reopening it prepares what this version needs. */
async function takeBack(path: string, { within }: Lease, options: WorkOptions): Promise<number> {
  await using store = await openClaimStore(toOpening(path, options).opening);
  return await within((db) =>
    takeRowsBack(store.database, (table) => readRows(db, options.scope, table), INDEX_TABLES),
  );
}
