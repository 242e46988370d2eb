import { setTimeout as sleep } from 'node:timers/promises';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import type { EventHub } from './create-event-hub.ts';
import { repeat } from './repeat.ts';

/** How often the index is checked for changes; a check costs almost nothing. */
const ASK_MS = 500;
/** The shortest time between progress events. */
const TELL_MS = 200;
/** How often to check whether the first notes were read. */
const LOOK_MS = 150;

interface FollowPorts {
  readonly events: EventHub;
  readonly problem: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** The number of notes read so far, and the total. */
export interface Reading {
  readonly done: number;
  readonly total: number;
}

/** An index that is followed. */
export interface FollowedIndex {
  /** Resolves when at least one note can be found, or none ever will be. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** Progress of the first reading of the vault. Null before and after it. */
  readonly reading: () => Reading | null;
  readonly done: Promise<void>;
}

/** Keeps the index up to date until the signal aborts, and reports progress to pages. */
export function followIndex(memory: Memory, { events, problem, signal }: FollowPorts): FollowedIndex {
  const first = Promise.withResolvers<void>();
  let isFirst = true;
  let far: Reading | null = null;
  let told = 0;
  const watching = (async () => {
    try {
      const known = await memory.claims.stats().catch(() => null);
      isFirst = (known?.notes ?? 0) === 0;
      const onProgress = ({ phase, done, total }: Reading & { readonly phase: string }) => {
        if (phase === 'index' && isFirst) far = { done, total };
        if (Date.now() - told < TELL_MS) return;
        told = Date.now();
        events.tell({ type: 'indexing', data: { done, total } });
      };
      for await (const event of memory.watch({ signal, maintain: false, onProgress })) {
        if (event.type === 'problem') problem(event);
        if (event.type === 'indexed') {
          [isFirst, far] = [false, null];
          first.resolve();
          events.tell({ type: 'indexing', data: { done: true } });
        }
      }
    } catch (error) {
      // Another process watches and indexes.
      if (!MemoraError.isInstance(error) || error.code !== 'VAULT_LOCKED') problem(error);
    } finally {
      [isFirst, far] = [false, null];
      first.resolve();
    }
  })();

  let revision: string | null = null;
  const asking = repeat(
    ASK_MS,
    signal,
    async () => {
      const now = await memory.revision();
      if (now === revision) return;
      events.tell({ type: 'notes', data: {} });
      revision = now;
    },
    problem,
  );
  return {
    ready: async (asked) => {
      const hasNotes = async () => ((await memory.claims.stats().catch(() => null))?.notes ?? 0) > 0;
      // Notes that are already indexed can be searched at once.
      while (isFirst && !(await hasNotes()))
        await Promise.race([first.promise, sleep(LOOK_MS), aborted(asked)]);
    },
    reading: () => far,
    done: Promise.all([watching, asking]).then(() => undefined),
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    if (signal.aborted) reject(signal.reason as Error);
  });
}
