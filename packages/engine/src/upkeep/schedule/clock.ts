import { setTimeout as wait } from 'node:timers/promises';

/** The clock of a schedule; tests pass their own. */
export interface Clock {
  readonly now: () => Date;
  /** Resolves after the given milliseconds, or as soon as the signal aborts. Never rejects. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The computer's own time. */
export function systemClock(now: () => Date = () => new Date()): Clock {
  return {
    now,
    wait: (milliseconds, signal) =>
      wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
  };
}
