import { setTimeout as sleep } from 'node:timers/promises';
import { MemoraError } from '@memora/core';

/** What one principal may ask of one server. */
export interface TeamLimits {
  readonly requestsPerMinute: number;
  readonly capturesPerMinute: number;
  /** Calls at once; as many as four times that wait their turn. */
  readonly callsAtOnce: number;
  /** UTF-16 units of an answer as JSON. */
  readonly answerSize: number;
}

export const DEFAULT_LIMITS: TeamLimits = {
  requestsPerMinute: 1_200,
  capturesPerMinute: 300,
  callsAtOnce: 4,
  answerSize: 1_000_000,
};

/** A refusal that says when to come again. */
export class LimitError extends MemoraError<'TOO_MANY_REQUESTS'> {
  /** Milliseconds. */
  readonly retryAfter: number;

  constructor(what: string, retryAfter: number) {
    super(`too many ${what}`, {
      code: 'TOO_MANY_REQUESTS',
      hint: `Try again in ${Math.ceil(retryAfter / 1_000)} seconds.`,
    });
    this.retryAfter = Math.ceil(retryAfter);
  }
}

/** The turns of every principal, each by itself: what one asks takes nothing from another's. */
export interface Limits {
  /** Counts a request. Throws a {@link LimitError}. */
  readonly request: (principal: string) => void;
  readonly capture: (principal: string) => void;
  /** Runs a call when it is its turn. Throws a {@link LimitError} where too many wait. */
  readonly inTurn: <Result>(
    principal: string,
    call: () => Promise<Result>,
    signal: AbortSignal,
  ) => Promise<Result>;
}

/** What is too much at once is refused no sooner. */
const REFUSED_AFTER_MS = 1_000;
/** Whoever has not come for so long is forgotten. */
const FORGOTTEN_MS = 120_000;

interface Principal {
  readonly requests: Bucket;
  readonly captures: Bucket;
  underWay: number;
  readonly waiting: (() => void)[];
  seen: number;
}

export function createLimits(limits: TeamLimits, now: () => number = () => performance.now()): Limits {
  const byName = new Map<string, Principal>();
  let swept = now();
  const find = (name: string): Principal => {
    const at = now();
    if (at - swept > FORGOTTEN_MS) {
      swept = at;
      for (const [other, { seen, underWay }] of byName)
        if (underWay === 0 && at - seen > FORGOTTEN_MS) byName.delete(other);
    }
    const found = byName.get(name) ?? {
      requests: createBucket(limits.requestsPerMinute, at),
      captures: createBucket(limits.capturesPerMinute, at),
      underWay: 0,
      waiting: [],
      seen: at,
    };
    found.seen = at;
    byName.set(name, found);
    return found;
  };
  return {
    request: (name) => find(name).requests.take('requests', now()),
    capture: (name) => find(name).captures.take('writes', now()),
    inTurn: async (name, call, signal) => {
      const principal = find(name);
      if (principal.underWay >= limits.callsAtOnce) {
        if (principal.waiting.length >= limits.callsAtOnce * 4) {
          // Whoever asks again at once would keep the server busy with refusals: each waits a little, and costs nobody else anything.
          await sleep(REFUSED_AFTER_MS, undefined, { signal });
          throw new LimitError('calls at once', 1_000);
        }
        await waitIn(principal.waiting, signal);
      } else principal.underWay++;
      try {
        return await call();
      } finally {
        // The turn goes on to the next who waits, or ends.
        const next = principal.waiting.shift();
        if (next === undefined) principal.underWay--;
        else next();
      }
    },
  };
}

function waitIn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const turn = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(signal.reason);
    };
    waiting.push(turn);
    signal.addEventListener('abort', leave, { once: true });
  });
}

interface Bucket {
  readonly take: (what: string, now: number) => void;
}

/** As many as a minute allows at once, then evenly. */
function createBucket(perMinute: number, start: number): Bucket {
  let left = perMinute;
  let at = start;
  const perMs = perMinute / 60_000;
  return {
    take: (what, now) => {
      left = Math.min(perMinute, left + (now - at) * perMs);
      at = now;
      if (left < 1) throw new LimitError(what, (1 - left) / perMs);
      left--;
    },
  };
}
