/** Decides how much of each scope a worker takes at a time, and when it retries failures. */
export interface WorkerPace {
  /** Bytes of notes for the next round on a scope, about a second of work. */
  readonly bytesOf: (scope: number) => number;
  /** Reports the cost of a round. If notes are left, the next round is sized for `GOAL_MS`. */
  readonly tell: (scope: number, bytes: number, milliseconds: number) => void;
  /** True if a round on the scope failed and nothing has been written since. The delay grows with each failure. */
  readonly isWaiting: (scope: number, newest: number) => boolean;
  readonly fail: (scope: number, newest: number) => void;
  readonly succeed: (scope: number) => void;
}

/** Limits a round so that a captured note waits for at most one. */
const GOAL_MS = 1_000;
const [LEAST_BYTES, FIRST_BYTES, MOST_BYTES] = [16_384, 131_072, 4_194_304];
const [FIRST_WAIT_MS, MOST_WAIT_MS] = [1_000, 60_000];

export function createWorkerPace(now: () => number = Date.now): WorkerPace {
  const budgets = new Map<number, number>();
  const failed = new Map<
    number,
    { readonly newest: number; readonly until: number; readonly wait: number }
  >();
  const bytesOf = (scope: number) => budgets.get(scope) ?? FIRST_BYTES;
  return {
    bytesOf,
    tell: (scope, bytes, milliseconds) => {
      const fitting = (bytes * GOAL_MS) / Math.max(milliseconds, 1);
      // Changes by a factor of two at most: one slow round may have waited for something else.
      const next = Math.min(Math.max(fitting, bytesOf(scope) / 2), bytesOf(scope) * 2);
      budgets.set(scope, Math.min(Math.max(next, LEAST_BYTES), MOST_BYTES));
    },
    isWaiting: (scope, newest) => {
      const last = failed.get(scope);
      return last !== undefined && last.newest === newest && now() < last.until;
    },
    fail: (scope, newest) => {
      const last = failed.get(scope);
      const wait = last === undefined ? FIRST_WAIT_MS : Math.min(last.wait * 2, MOST_WAIT_MS);
      failed.set(scope, { newest, wait, until: now() + wait });
    },
    succeed: (scope) => {
      failed.delete(scope);
    },
  };
}
