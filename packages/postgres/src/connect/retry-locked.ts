import { setTimeout as pause } from 'node:timers/promises';
import { MemoraError } from '@memora/core';

/** Begins a transaction that changes tables: what waits for its lock stands before everybody who comes later, so it waits a second only. */
export const WITH_LOCK_LIMIT = "BEGIN; SET LOCAL lock_timeout = '1s'";

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS, LONGEST_MS] = [250, 5_000, 600_000];

/** Runs a transaction again that did not get its locks, after a while in which everybody else goes on. Ten minutes at most. */
export async function retryLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const last = performance.now() + LONGEST_MS;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const isLocked =
        MemoraError.isInstance(error) && (error.code === 'TEAM_LOCKED' || error.code === 'TEAM_CONFLICT');
      if (!isLocked || performance.now() > last) throw error;
      await pause(wait);
    }
  }
}
