import { MemoraError } from '@memora/core';
import { isConnectionLost } from './to-postgres-error.ts';

/** Runs what only reads once more where its connection broke; the second error is the caller's. Nothing of the first attempt is in the answer. */
export async function retryLost<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isOurs = MemoraError.isInstance(error) && error.code === 'TEAM_UNREACHABLE';
    if (!isOurs && !isConnectionLost(error)) throw error;
    return work();
  }
}
