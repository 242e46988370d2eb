import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, type PostedReply, postMessages, type ToolCallResult } from './post-messages.ts';

/** What clients met. */
export interface ClientCounts {
  captured: number;
  calls: number;
  /** Calls that were made again: connections that broke, answers of 5xx, refusals that said when to come again. */
  repeated: number;
  /** Connections that broke before the answer was whole. */
  broken: number;
  /** Answers of 5xx. */
  serverErrors: number;
  /** Calls that met one, or a broken connection, and got no answer later either. */
  unmended: number;
  /** Answers that no repetition mends, by code. */
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

/** Speaks as a client whose every call is repeated until it is answered, with the same key. Gives the output of a tool, or the code of its error. */
export function createCaller(url: string, token: string, counts: ClientCounts): Caller {
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
    for (const until = Date.now() + LONGEST_MS; Date.now() < until; ) {
      try {
        if (!session.isOpen()) toMessage(await session.initialize('one of many'));
        const result = toMessage(await session.callTool(name, args))?.result as ToolCallResult | undefined;
        if (result !== undefined) {
          if (result.isError !== true) return result.structuredContent ?? {};
          const code = codeOf(result);
          if (!AGAIN.test(code)) {
            if (isHurt) counts.unmended++;
            return code;
          }
        }
      } catch {
        // The connection broke: the call may have been done.
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
