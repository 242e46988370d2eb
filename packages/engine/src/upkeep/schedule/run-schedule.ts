import { MemoraError } from '@memora/core';
import type { MemoraConfig } from '../../config/index.ts';
import type { IndexResult } from '../../memory.ts';
import type { ChallengerReport } from '../challenge/challenger-report.ts';
import type { Consolidation } from '../consolidate/consolidation.ts';
import type { Clock } from './clock.ts';
import { isDue } from './daily-time.ts';
import { readLastRuns, writeLastRun } from './schedule-state.ts';

/** What maintenance tells while it runs beside a watch. */
export type MaintenanceEvent =
  | ({ readonly type: 'consolidated' } & Consolidation)
  | { readonly type: 'challenged'; readonly items: number; readonly counts: ChallengerReport['counts'] }
  /** Sources that are followed were read again. */
  | ({ readonly type: 'refreshed' } & RefreshedSources)
  /** What agents remember was brought in order. */
  | ({ readonly type: 'kept' } & KeptMemories)
  | { readonly type: 'problem'; readonly path: string; readonly code: string; readonly reason: string };

/** What came of the sources that are followed. */
interface RefreshedSources {
  /** Notes of sources that were read, or looked at and not read. */
  readonly notes: number;
  readonly updated: number;
  /** Sources that are gone, or could not be read. */
  readonly problems: number;
}

/** What came of bringing in order what agents remember. */
export interface KeptMemories {
  /** Undoes it; null if nothing was to do. */
  readonly batch: string | null;
  readonly steps: number;
  /** Files deleted from the trash. */
  readonly emptied: number;
}

/** Brings in order what agents remember; null if another process is at it. */
export type KeepMemories = (options: { readonly signal: AbortSignal }) => Promise<KeptMemories | null>;

/** What a schedule needs of an open memory. */
export interface SchedulePorts {
  readonly vaultRoot: string;
  readonly config: Pick<MemoraConfig, 'consolidation' | 'challenger'>;
  readonly clock: Clock;
  readonly consolidate: (options: { readonly signal: AbortSignal }) => Promise<Consolidation>;
  readonly challenge: (options: { readonly signal: AbortSignal }) => Promise<ChallengerReport>;
  /** Reads followed sources again. */
  readonly refresh: (options: { readonly signal: AbortSignal }) => Promise<RefreshedSources>;
  /** Where there is none, what agents remember is left as it is. */
  readonly keep?: KeepMemories | undefined;
  /** Ids of what is in the review queues: another text whenever they are others. */
  readonly readQueues: () => Promise<string>;
  readonly tell: (event: MaintenanceEvent) => void;
}

/** Maintenance beside a watch. */
export interface Schedule {
  /** To be called after each indexing run; returns at once. */
  readonly indexed: (result: IndexResult) => void;
  /** Stops what runs and waits until nothing is half done. */
  readonly stop: () => Promise<void>;
}

/** The local time at which followed sources are read again. */
const SOURCES_AT = '05:00';
/** A computer that slept wakes between two looks at the clock: none of them may be far away. In milliseconds. */
const LOOK_EVERY = 30_000;

/**
 * Reads followed sources again, brings in order what agents remember at the time of consolidation, consolidates (where pages may be written) and challenges at their local times, makes good what was due while the computer slept or nothing ran, and
 * consolidates when enough new claims have come or the review queues are others. One thing at a time, and never in the way of
 * indexing. Where another process maintains the vault, it is left to that.
 */
export function runSchedule(ports: SchedulePorts): Schedule {
  const { clock, config, tell } = ports;
  // Whoever asks for pages gets them; by itself a schedule writes them only if somebody has said where they may stand.
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
      // A fault that lasts is told once.
      if (!signal.aborted && !isHeld(error) && told !== code)
        tell({ type: 'problem', path: '', code, reason: message });
      told = code;
      return false;
    }
  };
  const loop = async () => {
    while (!signal.aborted) {
      const isDone = await attempt(runDue);
      // What came while it ran is checked at once.
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
          // The first run of the index comes before the first of maintenance, which looks at what it found.
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

/** Another process maintains the vault, or writes to it just now: the next look tries again. */
function isHeld(error: unknown): boolean {
  return MemoraError.isInstance(error) && (error.code === 'VAULT_LOCKED' || error.code === 'DATABASE_BUSY');
}

/** Code and reason without text of notes: messages of foreign errors are not passed on. */
function toProblem(error: unknown): { code: string; message: string } {
  // What failed first says more than what failed while it was cleaned up.
  if (error instanceof SuppressedError) return toProblem(error.suppressed);
  if (MemoraError.isInstance(error)) return error;
  const { name = 'unknown error', code } = (error ?? {}) as { name?: unknown; code?: unknown };
  const what = typeof code === 'string' ? `fault ${code}` : name;
  return { code: 'MAINTENANCE_FAILED', message: `Maintenance met an unexpected ${what}; it is tried again.` };
}
