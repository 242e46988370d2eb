import type { MemoraError } from '@memora/core';

/** Failures that say nothing about the service: only the reply to one request was unusable. */
const OF_ONE_REQUEST: ReadonlySet<string> = new Set([
  'MODEL_UNREADABLE',
  'MODEL_EMPTY',
  'MODEL_CUT_OFF',
  'ABORTED',
]);
/** After this many refused requests in a row, the rest of the run is skipped. */
const MOST_REFUSALS = 3;
/** The same limit for requests that failed after all their retries. */
const MOST_FAILURES = 8;

/** Wait before the service is tried again, in milliseconds. */
const PAUSE_MS = 60_000;

/** Detects that a model is unavailable. Without this, a wrong key or a server that is down would fail once per note. */
export interface ServiceWatch {
  /** Throws the last failure if too many requests failed without a reply between them. */
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
      // A request that was not sent also says nothing about the service.
      if (OF_ONE_REQUEST.has(error.code) || error === last) return;
      inARow++;
      last = error;
      failedAt = Date.now();
    },
  };
}
