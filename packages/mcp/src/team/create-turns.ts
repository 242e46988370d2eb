import { setTimeout as sleep } from 'node:timers/promises';
import { LimitError } from './limit-error.ts';

/** The kind of a call: `ask` keeps the server busy until it ends, `write` mostly waits for a worker. */
type CallKind = 'ask' | 'write';

/** Runs calls in turn. */
export interface Turns {
  /** Throws a {@link LimitError} if too many calls of the principal wait, and the signal's reason. */
  readonly inTurn: <Result>(
    principal: string,
    call: () => Promise<Result>,
    signal: AbortSignal,
    kind?: CallKind,
  ) => Promise<Result>;
  /** True if calls of the principal run or wait. */
  readonly isBusy: (principal: string) => boolean;
}

/** The delay before an excessive call is refused. */
const REFUSED_AFTER_MS = 1_000;
/** A principal who asked this recently will ask again, so a turn is kept free. */
const LATELY_MS = 1_000;

interface Waiting {
  readonly kind: CallKind;
  readonly start: () => void;
}

interface Principal {
  underWay: number;
  asking: number;
  readonly waiting: Waiting[];
}

/**
 * At most `most` concurrent calls of a principal, and four times as many waiting. All questions share this
 * many turns: the principal with the most calls gives up one turn for each other principal who asks, and
 * keeps one. A flood of calls then takes only its share, and an occasional caller finds a free turn.
 */
export function createTurns(most: number, now: () => number): Turns {
  const byName = new Map<string, Principal>();
  /** The time of each principal's last question; the latest question is last. */
  const asked = new Map<string, number>();
  const askedNow = (name: string) => {
    asked.delete(name);
    asked.set(name, now());
  };
  const othersThan = (name: string): number => {
    for (const [other, at] of asked) {
      if (now() - at <= LATELY_MS) break;
      asked.delete(other);
    }
    return asked.size - (asked.has(name) ? 1 : 0);
  };
  const mayStart = (name: string, { underWay, asking }: Principal, kind: CallKind): boolean => {
    if (underWay >= most) return false;
    if (kind === 'write') return true;
    return asking < Math.max(1, most - othersThan(name));
  };
  const begin = (principal: Principal, kind: CallKind) => {
    principal.underWay++;
    if (kind === 'ask') principal.asking++;
  };
  const end = (name: string, principal: Principal, kind: CallKind) => {
    principal.underWay--;
    if (kind === 'ask') {
      principal.asking--;
      askedNow(name);
    }
    for (let i = 0; i < principal.waiting.length; ) {
      const next = principal.waiting[i] as Waiting;
      if (!mayStart(name, principal, next.kind)) {
        i++;
        continue;
      }
      principal.waiting.splice(i, 1);
      begin(principal, next.kind);
      next.start();
    }
    if (principal.underWay === 0 && principal.waiting.length === 0) byName.delete(name);
  };
  return {
    isBusy: (name) => byName.has(name),
    inTurn: async (name, call, signal, kind = 'ask') => {
      const principal = byName.get(name) ?? { underWay: 0, asking: 0, waiting: [] };
      if (kind === 'ask') askedNow(name);
      if (mayStart(name, principal, kind)) {
        byName.set(name, principal);
        begin(principal, kind);
      } else if (principal.waiting.length >= most * 4) {
        // Immediate retries would keep the server busy with refusals, so each refusal is delayed. This costs
        // others nothing.
        await sleep(REFUSED_AFTER_MS, undefined, { signal });
        throw new LimitError('calls at once', 1_000);
      } else await waitIn(principal.waiting, kind, signal);
      try {
        return await call();
      } finally {
        end(name, principal, kind);
      }
    },
  };
}

function waitIn(waiting: Waiting[], kind: CallKind, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const turn: Waiting = {
      kind,
      start: () => {
        signal.removeEventListener('abort', leave);
        resolve();
      },
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(turn), 1);
      reject(signal.reason);
    };
    waiting.push(turn);
    signal.addEventListener('abort', leave, { once: true });
  });
}
