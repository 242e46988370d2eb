import { setTimeout as pause } from 'node:timers/promises';
import { MemoraError } from '@memora/core';

/** Begins a transaction that changes tables. It waits for a lock only one second, because all later requests queue behind it. */
export const WITH_LOCK_LIMIT = "BEGIN; SET LOCAL lock_timeout = '1s'";

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS, LONGEST_MS] = [250, 5_000, 600_000];

/** Retries a transaction that did not get its locks, after a pause in which other work proceeds, for ten minutes at most. */
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
