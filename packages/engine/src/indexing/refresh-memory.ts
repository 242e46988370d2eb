import { join } from 'node:path';
import type { IndexProgress } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { MemoraConfig } from '../config/index.ts';
import type { StoreHandle } from '../store/store-handle.ts';
import type { FindNotesBehind } from './find-notes-behind.ts';
import { statOrNull } from './stat-or-null.ts';

/** Options of `memory.refresh`. */
export interface RefreshOptions {
  /** Milliseconds that indexing may take; 2,000 unless told. What was committed until then stays, and the rest is behind. */
  readonly budgetMs?: number;
  /** True indexes a vault that was never indexed, whole and without a budget. Without it such a vault stays as it is. */
  readonly first?: boolean;
  readonly onProgress?: (progress: IndexProgress) => void;
  readonly signal?: AbortSignal;
}

/** What a refresh did. */
export interface RefreshReport {
  /** Notes that were behind before it, by path. */
  readonly changed: readonly string[];
  /** True where all of them are indexed now. */
  readonly complete: boolean;
  /** Why nothing was indexed, or not all: `settings` that ask a model, `budget`, `large` notes, or the code of an error. */
  readonly reason: string | null;
}

/** What refreshing needs of an open memory. */
export interface RefreshPorts {
  readonly root: string;
  readonly config: MemoraConfig;
  readonly store: Pick<StoreHandle, 'read' | 'exists'>;
  readonly findBehind: FindNotesBehind;
  readonly index: (wanted: {
    readonly paths?: readonly string[];
    readonly writeNotes: false;
    readonly signal?: AbortSignal;
    readonly onProgress?: (progress: IndexProgress) => void;
  }) => Promise<unknown>;
}

const BUDGET_MS = 2_000;
/** Reading a longer note would take the whole budget. */
const LARGEST_BYTES = 1024 * 1024;

/**
 * Indexes the notes that the index is behind, within a budget of time: no model is asked and no note is written. Whatever stands in the way
 * (another writer, a disk that may not be written, settings that want a model) is the reason of the report, and no fault.
 */
export async function refreshMemory(options: RefreshOptions, ports: RefreshPorts): Promise<RefreshReport> {
  const { root, config, store, findBehind, index } = ports;
  const asksModel =
    config.indexing.extractor !== 'offline' ||
    config.claims.judge !== 'rules' ||
    !['local', 'none'].includes(config.embed.provider);
  const progress = options.onProgress === undefined ? {} : { onProgress: options.onProgress };
  if (!(await store.exists())) {
    if (options.first !== true || asksModel) return { changed: [], complete: false, reason: 'NOT_INDEXED' };
    await index({
      writeNotes: false,
      ...progress,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    return { changed: [], complete: true, reason: null };
  }
  let changed: readonly string[] = [];
  try {
    // One of somebody else's is not opened, and not set aside for a question.
    await store.read();
    changed = await findBehind([], options.signal);
    if (changed.length === 0) return { changed, complete: true, reason: null };
    if (asksModel) return { changed, complete: false, reason: 'settings' };
    const paths = changed.filter((path) => (statOrNull(join(root, path))?.size ?? 0) <= LARGEST_BYTES);
    const budget = AbortSignal.timeout(options.budgetMs ?? BUDGET_MS);
    const signal = options.signal === undefined ? budget : AbortSignal.any([budget, options.signal]);
    if (paths.length > 0) await index({ paths, writeNotes: false, signal, ...progress });
    return {
      changed,
      complete: paths.length === changed.length,
      reason: paths.length === changed.length ? null : 'large',
    };
  } catch (error) {
    options.signal?.throwIfAborted();
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return {
      changed,
      complete: false,
      reason: isLate ? 'budget' : MemoraError.isInstance(error) ? error.code : 'UNKNOWN',
    };
  }
}
