import { createTurns, type Turns } from './create-turns.ts';
import { LimitError } from './limit-error.ts';

/** The limits of one principal at one server. */
export interface TeamLimits {
  readonly requestsPerMinute: number;
  readonly capturesPerMinute: number;
  /** Concurrent calls, fewer while others call; up to four times as many wait. */
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

/** The limits of every principal, independent of each other. */
export interface Limits {
  /** Counts a request. Throws a {@link LimitError}. */
  readonly request: (principal: string) => void;
  readonly capture: (principal: string) => void;
  readonly inTurn: Turns['inTurn'];
}

/** A principal without requests for this long is forgotten. */
const FORGOTTEN_MS = 120_000;

interface Principal {
  readonly requests: Bucket;
  readonly captures: Bucket;
  seen: number;
}

export function createLimits(limits: TeamLimits, now: () => number = () => performance.now()): Limits {
  const byName = new Map<string, Principal>();
  const turns = createTurns(limits.callsAtOnce, now);
  let swept = now();
  const find = (name: string): Principal => {
    const at = now();
    if (at - swept > FORGOTTEN_MS) {
      swept = at;
      for (const [other, { seen }] of byName)
        if (!turns.isBusy(other) && at - seen > FORGOTTEN_MS) byName.delete(other);
    }
    const found = byName.get(name) ?? {
      requests: createBucket(limits.requestsPerMinute, at),
      captures: createBucket(limits.capturesPerMinute, at),
      seen: at,
    };
    found.seen = at;
    byName.set(name, found);
    return found;
  };
  return {
    request: (name) => find(name).requests.take('requests', now()),
    capture: (name) => find(name).captures.take('writes', now()),
    inTurn: turns.inTurn,
  };
}

interface Bucket {
  readonly take: (what: string, now: number) => void;
}

/** A token bucket: the allowance of one minute is available at once, and refills evenly. */
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
