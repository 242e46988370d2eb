import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, type PostedReply, postMessages, type ToolCallResult } from './post-messages.ts';

/** What the clients counted. */
export interface ClientCounts {
  captured: number;
  calls: number;
  /** Repeated calls: broken connections, 5xx answers, refusals with a retry time. */
  repeated: number;
  /** Connections that broke before the answer was complete. */
  broken: number;
  /** 5xx answers. */
  serverErrors: number;
  /** Calls that met one, or a broken connection, and got no answer later either. */
  unmended: number;
  /** Answers that no repetition fixes, by code. */
  failed: Record<string, number>;
}

export const noCounts = (): ClientCounts => ({
  ...{ captured: 0, calls: 0, repeated: 0, broken: 0, serverErrors: 0, unmended: 0 },
  failed: {},
});

export function addCounts(sum: ClientCounts, each: ClientCounts): void {
  for (const name of ['captured', 'calls', 'repeated', 'broken', 'serverErrors', 'unmended'] as const)
    sum[name] += each[name];
  for (const [code, n] of Object.entries(each.failed)) sum.failed[code] = (sum.failed[code] ?? 0) + n;
}

const AGAIN =
  /^(?:TEAM_(?:UNREACHABLE|BUSY|CONFLICT|TIMEOUT|READ_ONLY|NOT_INITIALISED)|TOO_MANY_\w+|CANCELLED)$/u;
const LONGEST_MS = 180_000;

export type Caller = (name: string, args: object) => Promise<Record<string, unknown> | string>;

/** Milliseconds from a call to its result, with its repetitions, by tool. */
export type Waits = Record<string, number[]>;

/** A client that repeats every call until it is answered, with the same key. Returns the output of a tool, or the code of its error. */
export function createCaller(url: string, token: string, counts: ClientCounts, waits: Waits = {}): Caller {
  const session = postMessages(url, token, { longest: 40_000 });
  let isHurt = false;
  const toMessage = ({ status, message }: PostedReply) => {
    if (status >= 500) {
      counts.serverErrors++;
      isHurt = true;
    }
    return message;
  };
  return async (name, args) => {
    counts.calls++;
    isHurt = false;
    const begun = performance.now();
    for (const until = Date.now() + LONGEST_MS; Date.now() < until; ) {
      try {
        if (!session.isOpen()) toMessage(await session.initialize('one of many'));
        const result = toMessage(await session.callTool(name, args))?.result as ToolCallResult | undefined;
        if (result !== undefined) {
          if (result.isError !== true) {
            waits[name] ??= [];
            waits[name].push(Math.round(performance.now() - begun));
            return result.structuredContent ?? {};
          }
          const code = codeOf(result);
          if (!AGAIN.test(code)) {
            if (isHurt) counts.unmended++;
            return code;
          }
        }
      } catch {
        // The connection broke; the call may have been carried out.
        counts.broken++;
        isHurt = true;
      }
      counts.repeated++;
      await wait(50 + Math.random() * 250);
    }
    if (isHurt) counts.unmended++;
    return 'NEVER_ANSWERED';
  };
}
