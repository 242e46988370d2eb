import type { MemoraError } from '@memora/core';

/** Failures that say nothing of the service: the reply to one request was of no use. */
const OF_ONE_REQUEST: ReadonlySet<string> = new Set([
  'MODEL_UNREADABLE',
  'MODEL_EMPTY',
  'MODEL_CUT_OFF',
  'ABORTED',
]);
/** After this many failed requests in a row, the rest of the run is not asked about. */
const MOST_REFUSALS = 3;
/** The same where each was tried again as often as is allowed. */
const MOST_FAILURES = 8;

/** After so long somebody asks once more, in milliseconds. */
const PAUSE_MS = 60_000;

/** Notices that a model is not to be had: a wrong key or a server that is down would be asked about every note otherwise. */
export interface ServiceWatch {
  /** Throws what failed last, where too much did without one reply between. */
  readonly assertWorthAsking: () => void;
  readonly heard: () => void;
  readonly failed: (error: MemoraError) => void;
}

export function createServiceWatch(): ServiceWatch {
  let inARow = 0;
  let last: MemoraError | null = null;
  let failedAt = 0;
  return {
    assertWorthAsking: () => {
      if (last === null || Date.now() - failedAt > PAUSE_MS) return;
      if (inARow >= (last.code === 'MODEL_REFUSED' ? MOST_REFUSALS : MOST_FAILURES)) throw last;
    },
    heard: () => {
      inARow = 0;
      last = null;
    },
    failed: (error) => {
      // Nor does a service that was not asked.
      if (OF_ONE_REQUEST.has(error.code) || error === last) return;
      inARow++;
      last = error;
      failedAt = Date.now();
    },
  };
}
