import { MemoraError } from '@memora/core';

const MOST = 5;

/** Retries a transaction that lost against another one (`40001`, `40P01`), with five attempts at most. */
export async function retryConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MOST || !MemoraError.isInstance(error) || error.code !== 'TEAM_CONFLICT') throw error;
    }
  }
}
