import { MemoraError } from '@memora/core';
import type { MemoraConfig } from '../../config/index.ts';
import type { IndexResult } from '../../memory.ts';
import type { ChallengerReport } from '../challenge/challenger-report.ts';
import type { Consolidation } from '../consolidate/consolidation.ts';
import type { Clock } from './clock.ts';
import { isDue } from './daily-time.ts';
import { readLastRuns, writeLastRun } from './schedule-state.ts';

/** The events of maintenance during a watch. */
export type MaintenanceEvent =
  | ({ readonly type: 'consolidated' } & Consolidation)
  | { readonly type: 'challenged'; readonly items: number; readonly counts: ChallengerReport['counts'] }
  /** Followed sources were read again. */
  | ({ readonly type: 'refreshed' } & RefreshedSources)
  /** The memories of agents were consolidated. */
  | ({ readonly type: 'kept' } & KeptMemories)
  | { readonly type: 'problem'; readonly path: string; readonly code: string; readonly reason: string };

/** The result of reading followed sources again. */
interface RefreshedSources {
  /** Notes of sources that were read, or that were unchanged and not read. */
  readonly notes: number;
  readonly updated: number;
  /** Sources that are gone, or could not be read. */
  readonly problems: number;
}

/** The result of consolidating the memories of agents. */
export interface KeptMemories {
  /** The id that undoes it; null if there was nothing to do. */
  readonly batch: string | null;
  readonly steps: number;
  /** Files deleted from the trash. */
  readonly emptied: number;
}

/** Consolidates the memories of agents; null if another process is doing so. */
export type KeepMemories = (options: { readonly signal: AbortSignal }) => Promise<KeptMemories | null>;

/** The parts of an open memory that a schedule needs. */
export interface SchedulePorts {
  readonly vaultRoot: string;
  readonly config: Pick<MemoraConfig, 'consolidation' | 'challenger'>;
  readonly clock: Clock;
  readonly consolidate: (options: { readonly signal: AbortSignal }) => Promise<Consolidation>;
  readonly challenge: (options: { readonly signal: AbortSignal }) => Promise<ChallengerReport>;
  /** Reads followed sources again. */
  readonly refresh: (options: { readonly signal: AbortSignal }) => Promise<RefreshedSources>;
  /** Without it, the memories of agents stay unchanged. */
  readonly keep?: KeepMemories | undefined;
  /** Ids of the items in the review queues, as a text that changes with them. */
  readonly readQueues: () => Promise<string>;
  readonly tell: (event: MaintenanceEvent) => void;
}

/** Maintenance during a watch. */
export interface Schedule {
  /** Call it after each indexing run; returns immediately. */
  readonly indexed: (result: IndexResult) => void;
  /** Stops the running task and waits until nothing is half done. */
  readonly stop: () => Promise<void>;
}

/** The local time at which followed sources are read again. */
const SOURCES_AT = '05:00';
/**
 * The interval between two checks of the clock, in milliseconds. It is short, because a computer may wake up
 * in between.
 */
const LOOK_EVERY = 30_000;

/**
 * Runs these tasks at their local times: reading followed sources again, consolidating the memories of
 * agents, consolidation (if pages may be written) and the challenger. Runs that were missed during sleep or
 * downtime are made up for. Consolidates also when there are enough new claims or the review queues have
 * changed. One task runs at a time, and never delays indexing. If another process maintains the vault, it is
 * left to that process.
 */
export function runSchedule(ports: SchedulePorts): Schedule {
  const { clock, config, tell } = ports;
  // A user who asks for pages gets them. A schedule writes them only if the user has chosen a place for them.
  const writesPages = config.consolidation.pages === 'folder' || config.consolidation.pages === 'beside';
  const stopping = new AbortController();
  const { signal } = stopping;
  let wake: AbortController = new AbortController();
  let newClaims = 0;
  let isWanted = false;
  let queues: string | null = null;
  let told: string | null = null;
  let looking: Promise<void> = Promise.resolve();

  const consolidate = async () => {
    const startedAt = clock.now();
    const counted = newClaims;
    isWanted = false;
    const done = await ports.consolidate({ signal }).catch((error: unknown) => {
      isWanted = true;
      throw error;
    });
    newClaims -= counted;
    await writeLastRun(ports.vaultRoot, 'consolidation', startedAt);
    tell({ type: 'consolidated', ...done });
  };
  const challenge = async () => {
    const startedAt = clock.now();
    const { items, counts } = await ports.challenge({ signal });
    await writeLastRun(ports.vaultRoot, 'challenger', startedAt);
    tell({ type: 'challenged', items: items.length, counts });
  };
  const refresh = async () => {
    const startedAt = clock.now();
    const done = await ports.refresh({ signal });
    await writeLastRun(ports.vaultRoot, 'sources', startedAt);
    if (done.notes + done.problems > 0) tell({ type: 'refreshed', ...done });
  };
  const keep = async (task: KeepMemories) => {
    const startedAt = clock.now();
    const done = await task({ signal });
    if (done === null) return;
    await writeLastRun(ports.vaultRoot, 'memories', startedAt);
    if (done.steps + done.emptied > 0) tell({ type: 'kept', ...done });
  };
  const runDue = async () => {
    const runs = await readLastRuns(ports.vaultRoot);
    const now = clock.now();
    if (isDue(SOURCES_AT, runs.sources ?? null, now)) await refresh();
    if (isDue(config.challenger.dailyAt, runs.challenger ?? null, now)) {
      await challenge();
      isWanted = writesPages;
    }
    if (ports.keep !== undefined && isDue(config.consolidation.dailyAt, runs.memories ?? null, now))
      await keep(ports.keep);
    if (!writesPages) return;
    if (isWanted || isDue(config.consolidation.dailyAt, runs.consolidation ?? null, now)) await consolidate();
  };
  const attempt = async (task: () => Promise<void>): Promise<boolean> => {
    try {
      await task();
      told = null;
      return true;
    } catch (error) {
      const { code, message } = toProblem(error);
      // A persistent fault is reported once.
      if (!signal.aborted && !isHeld(error) && told !== code)
        tell({ type: 'problem', path: '', code, reason: message });
      told = code;
      return false;
    }
  };
  const loop = async () => {
    while (!signal.aborted) {
      const isDone = await attempt(runDue);
      // Changes during the run are checked immediately.
      if ((isDone && isWanted) || signal.aborted) continue;
      await clock.wait(LOOK_EVERY, wake.signal);
      wake = new AbortController();
    }
  };

  let running: Promise<void> | null = null;
  return {
    indexed: ({ report }) => {
      newClaims += report.claimsNew;
      looking = looking.then(async () => {
        await attempt(async () => {
          const now = await ports.readQueues();
          const changed = queues !== null && queues !== now;
          queues = now;
          const enough = newClaims > 0 && newClaims >= config.consolidation.minNewClaims;
          if (writesPages && (changed || enough)) isWanted = true;
          // The first index runs before the first maintenance, which uses its results.
          running ??= loop();
          if (isWanted) wake.abort();
        });
      });
    },
    stop: async () => {
      stopping.abort();
      wake.abort();
      await looking;
      await running;
    },
  };
}

/** Another process maintains the vault, or is writing to it. The next check tries again. */
function isHeld(error: unknown): boolean {
  return MemoraError.isInstance(error) && (error.code === 'VAULT_LOCKED' || error.code === 'DATABASE_BUSY');
}

/** Code and reason without text of notes. Messages of foreign errors are not passed on. */
function toProblem(error: unknown): { code: string; message: string } {
  // The first error is more informative than one during cleanup.
  if (error instanceof SuppressedError) return toProblem(error.suppressed);
  if (MemoraError.isInstance(error)) return error;
  const { name = 'unknown error', code } = (error ?? {}) as { name?: unknown; code?: unknown };
  const what = typeof code === 'string' ? `fault ${code}` : name;
  return { code: 'MAINTENANCE_FAILED', message: `Maintenance met an unexpected ${what}; it is tried again.` };
}
