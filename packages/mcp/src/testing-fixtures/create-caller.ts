import { setTimeout as wait } from 'node:timers/promises';

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
  let session: string | undefined;
  let id = 0;
  let isHurt = false;
  const post = async (method: string, params: object): Promise<Record<string, unknown> | null> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-11-25',
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      signal: AbortSignal.timeout(40_000),
    });
    const text = await response.text();
    if (response.status >= 500) {
      counts.serverErrors++;
      isHurt = true;
    }
    if (!response.ok) return null;
    session ??= response.headers.get('mcp-session-id') ?? undefined;
    const line = text.split('\n').find((each) => each.startsWith('data: {')) ?? `data: ${text}`;
    return JSON.parse(line.slice('data: '.length)) as Record<string, unknown>;
  };
  const begin = () =>
    post('initialize', {
      ...{ protocolVersion: '2025-11-25', capabilities: {} },
      clientInfo: { name: 'one of many', version: '1' },
    });
  return async (name, args) => {
    counts.calls++;
    isHurt = false;
    for (const until = Date.now() + LONGEST_MS; Date.now() < until; ) {
      try {
        if (session === undefined) await begin();
        const reply = await post('tools/call', { name, arguments: args });
        const result = reply?.['result'] as
          | { isError?: boolean; structuredContent?: object; content: { text: string }[] }
          | undefined;
        if (result !== undefined) {
          if (result.isError !== true) return result.structuredContent as Record<string, unknown>;
          const { error } = JSON.parse(result.content[0]?.text ?? '{}') as { error: { code: string } };
          if (!AGAIN.test(error.code)) {
            if (isHurt) counts.unmended++;
            return error.code;
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
