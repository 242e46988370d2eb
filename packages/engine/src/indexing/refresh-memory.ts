import { join } from 'node:path';
import type { IndexProgress } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { MemoraConfig } from '../config/index.ts';
import type { StoreHandle } from '../store/store-handle.ts';
import type { FindNotesBehind } from './find-notes-behind.ts';
import { statOrNull } from './stat-or-null.ts';

/** Options of `memory.refresh`. */
export interface RefreshOptions {
  /** Milliseconds that indexing may take; 2,000 by default. What was committed until then stays, and the rest is behind. */
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
  /** Those that are behind still, and what changed meanwhile. */
  readonly behind: readonly string[];
  /** True if no refresh runs and the vault is indexed. */
  readonly complete: boolean;
  /** Why nothing was indexed, or not all: `settings` that ask a model, `budget`, `large` notes, notes that `changed` meanwhile, or the code of an error. */
  readonly reason: string | null;
}

/** What refreshing needs of an open memory. */
interface RefreshPorts {
  readonly root: string;
  readonly config: MemoraConfig;
  readonly store: Pick<StoreHandle, 'read' | 'exists'>;
  readonly findBehind: FindNotesBehind;
  readonly index: (wanted: {
    readonly paths?: readonly string[];
    readonly writeNotes: false;
    readonly signal?: AbortSignal;
    readonly patienceMs?: number;
    readonly onProgress?: (progress: IndexProgress) => void;
  }) => Promise<unknown>;
}

const BUDGET_MS = 2_000;
/** Reading a longer note would take the whole budget. */
const LARGEST_BYTES = 1024 * 1024;
/** So long another process may hold the database; then a question is asked of what stands. */
const PATIENCE_MS = 500;

/**
 * Indexes the notes that the index is behind, within a budget of time: no model is asked and no note is written. Whatever is in the way
 * (another writer, a disk that may not be written, settings that want a model) is the reason of the report, and no fault.
 */
export async function refreshMemory(options: RefreshOptions, ports: RefreshPorts): Promise<RefreshReport> {
  if (!(await ports.store.exists())) return indexFirst(options, ports);
  let changed: readonly string[] = [];
  try {
    // One of somebody else's is not opened, and not set aside for a question.
    if (!(await isReadable(ports.store))) return await indexFirst(options, ports);
    changed = await ports.findBehind(null, options.signal);
    if (changed.length === 0) return toReport([], [], null);
    if (asksModel(ports.config)) return toReport(changed, changed, 'settings');
    const paths = changed.filter((path) => (statOrNull(join(ports.root, path))?.size ?? 0) <= LARGEST_BYTES);
    if (paths.length > 0) await indexInTime(paths, options, ports);
    const behind = await ports.findBehind(null, options.signal);
    return toReport(
      changed,
      behind,
      behind.length === 0 ? null : paths.length < changed.length ? 'large' : 'changed',
    );
  } catch (error) {
    options.signal?.throwIfAborted();
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const reason = isLate ? 'budget' : MemoraError.isInstance(error) ? error.code : 'UNKNOWN';
    const behind = await ports.findBehind(null, options.signal).catch(() => changed);
    return toReport(changed, behind, behind.length === 0 && changed.length > 0 ? null : reason);
  }
}

async function indexFirst(options: RefreshOptions, { config, index }: RefreshPorts): Promise<RefreshReport> {
  if (options.first !== true || asksModel(config)) return toReport([], [], 'NOT_INDEXED');
  await index({ writeNotes: false, ...toRun(options) });
  return toReport([], [], null);
}

/** False for a database that an older version wrote: indexing brings it into the form of this one. */
async function isReadable(store: RefreshPorts['store']): Promise<boolean> {
  try {
    await store.read();
    return true;
  } catch (error) {
    if (MemoraError.isInstance(error) && error.code === 'DATABASE_MISSING') return false;
    throw error;
  }
}

/** Rejects with a `TimeoutError` when the time is over, were it because another run has its turn before. */
async function indexInTime(
  paths: readonly string[],
  options: RefreshOptions,
  { index }: RefreshPorts,
): Promise<void> {
  const budget = AbortSignal.timeout(options.budgetMs ?? BUDGET_MS);
  const signal = options.signal === undefined ? budget : AbortSignal.any([budget, options.signal]);
  const late = Promise.withResolvers<never>();
  const end = () => late.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  const run = index({ paths, writeNotes: false, patienceMs: PATIENCE_MS, ...toRun(options), signal });
  try {
    await Promise.race([run, late.promise]);
  } finally {
    signal.removeEventListener('abort', end);
    // Whoever does not wait for it any more is told nothing by it.
    run.catch(() => undefined);
    late.promise.catch(() => undefined);
  }
}

function toRun({ onProgress, signal }: RefreshOptions) {
  return { ...(onProgress === undefined ? {} : { onProgress }), ...(signal === undefined ? {} : { signal }) };
}

function asksModel({ indexing, claims, embed }: MemoraConfig): boolean {
  return (
    indexing.extractor !== 'offline' ||
    claims.judge !== 'rules' ||
    !['local', 'none'].includes(embed.provider)
  );
}

function toReport(
  changed: readonly string[],
  behind: readonly string[],
  reason: string | null,
): RefreshReport {
  return { changed, behind, complete: reason === null, reason };
}
