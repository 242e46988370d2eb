import { join } from 'node:path';
import type { IndexProgress } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { MemoraConfig } from '../config/index.ts';
import type { StoreHandle } from '../store/store-handle.ts';
import type { FindNotesBehind } from './find-notes-behind.ts';
import { statOrNull } from './stat-or-null.ts';

/** Options of `memory.refresh`. */
export interface RefreshOptions {
  /** Maximum time for indexing, in milliseconds; 2,000 by default. Commits within that time stay, and the rest remains behind. */
  readonly budgetMs?: number;
  /** True indexes a vault that was never indexed, completely and without a budget. By default such a vault stays as it is. */
  readonly first?: boolean;
  readonly onProgress?: (progress: IndexProgress) => void;
  readonly signal?: AbortSignal;
}

/** The result of a refresh. */
export interface RefreshReport {
  /** Notes that were behind before it, by path. */
  readonly changed: readonly string[];
  /** Notes that are still behind, including those that changed meanwhile. */
  readonly behind: readonly string[];
  /** True if no refresh is running and the vault is indexed. */
  readonly complete: boolean;
  /** Why nothing or only a part was indexed: `settings` that use a model, `budget`, `large` notes, notes that `changed` meanwhile, or an error code. */
  readonly reason: string | null;
}

/** The dependencies of refreshing. */
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
/** How long another process may hold the database, in milliseconds; after that the question uses the existing index. */
const PATIENCE_MS = 500;

/**
 * Indexes the notes that the index is behind, within a time budget, without using a model or writing notes. Any obstacle (another writer, a read-only disk,
 * settings that use a model) becomes the reason in the report, not an error.
 */
export async function refreshMemory(options: RefreshOptions, ports: RefreshPorts): Promise<RefreshReport> {
  if (!(await ports.store.exists())) return indexFirst(options, ports);
  let changed: readonly string[] = [];
  try {
    // A foreign database is not opened, and not replaced because of a question.
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

/** False for a database from an older version: indexing migrates it. */
async function isReadable(store: RefreshPorts['store']): Promise<boolean> {
  try {
    await store.read();
    return true;
  } catch (error) {
    if (MemoraError.isInstance(error) && error.code === 'DATABASE_MISSING') return false;
    throw error;
  }
}

/** Rejects with a `TimeoutError` after the time limit, even if another run is still ahead in the queue. */
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
    // A late rejection has no listener any more.
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
