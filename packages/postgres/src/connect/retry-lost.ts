import { MemoraError } from '@memora/core';
import { isConnectionLost } from './to-postgres-error.ts';

/** Retries a read once if its connection broke; a second error is thrown. The result contains nothing of the first attempt. */
export async function retryLost<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isOurs = MemoraError.isInstance(error) && error.code === 'TEAM_UNREACHABLE';
    if (!isOurs && !isConnectionLost(error)) throw error;
    return work();
  }
}
