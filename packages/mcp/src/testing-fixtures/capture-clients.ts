import { setTimeout as wait } from 'node:timers/promises';

/** One client: its principal's token, and the numbers of the notes that it captures. */
export interface CaptureClient {
  readonly principal: string;
  readonly token: string;
  readonly numbers: readonly number[];
}

/** What clients met. */
export interface ClientCounts {
  captured: number;
  /** Calls that were made again: connections that broke, answers of 5xx, refusals that said when to come again. */
  repeated: number;
  /** Answers of 5xx. */
  serverErrors: number;
  /** Answers that no repetition mends, by code. */
  failed: Record<string, number>;
}

/** Even notes are the team's, odd ones one's own. */
export const isShared = (number: number): boolean => number % 2 === 0;
export const nameOf = (number: number): string => `Q${number}Z`;

const AGAIN =
  /^(?:TEAM_(?:UNREACHABLE|BUSY|CONFLICT|TIMEOUT|READ_ONLY|NOT_INITIALISED)|TOO_MANY_\w+|CANCELLED)$/u;
const LONGEST_MS = 180_000;

/** Speaks as a client whose every call is repeated until it is answered, with the same key. */
export function createCaller(url: string, token: string, counts: ClientCounts) {
  let session: string | undefined;
  let id = 0;
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
    if (response.status >= 500) counts.serverErrors++;
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
  /** The output of a tool, or the code of its error. */
  return async (name: string, args: object): Promise<Record<string, unknown> | string> => {
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
          if (!AGAIN.test(error.code)) return error.code;
        }
      } catch {
        // The connection broke: the call may have been done.
      }
      counts.repeated++;
      await wait(50 + Math.random() * 250);
    }
    return 'NEVER_ANSWERED';
  };
}

/** Lets clients capture all at once, each evenly over so many milliseconds at least. */
export async function captureAll(
  url: string,
  clients: readonly CaptureClient[],
  lasting = 0,
): Promise<ClientCounts> {
  const started = performance.now();
  const counts: ClientCounts = { captured: 0, repeated: 0, serverErrors: 0, failed: {} };
  await Promise.all(
    clients.map(async ({ principal, token, numbers }) => {
      const call = createCaller(url, token, counts);
      for (const [i, number] of numbers.entries()) {
        const due = started + ((i + Math.random()) * lasting) / numbers.length;
        await wait(Math.max(0, due - performance.now()));
        const written = await call('memora_capture', {
          region: 'depots',
          summary: `Depot ${nameOf(number)}`,
          body: `Depot ${nameOf(number)} holds ${1_000 + number} crates.`,
          idempotency_key: `${principal} ${number}`,
          wait_ms: 0,
          ...(isShared(number) ? { scope: 'workspace' } : {}),
        });
        if (typeof written !== 'string') counts.captured++;
        else counts.failed[written] = (counts.failed[written] ?? 0) + 1;
      }
    }),
  );
  return counts;
}

/** Who may see each note does, with proof; somebody else sees those of the team alone. */
export async function checkAll(
  url: string,
  clients: readonly CaptureClient[],
  others: ReadonlyMap<string, string>,
): Promise<{ retrieved: number; leaked: number; missing: string[] }> {
  const counts: ClientCounts = { captured: 0, repeated: 0, serverErrors: 0, failed: {} };
  const report = { retrieved: 0, leaked: 0, missing: [] as string[] };
  await Promise.all(
    clients.map(async ({ principal, token, numbers }) => {
      const own = createCaller(url, token, counts);
      const other = createCaller(url, others.get(principal) ?? '', counts);
      for (const number of numbers) {
        let why = '';
        const find = async (call: typeof own) => {
          const found = await call('memora_query', { query: `depot ${nameOf(number)}`, k: 2 });
          if (typeof found === 'string') {
            why += ` ${found}`;
            return undefined;
          }
          why += ` ${(found['degraded_reasons'] as string[] | undefined)?.join() ?? ''}`;
          const hits = found['hits'] as { claim_id: string; snippet: string }[];
          return hits.find(({ snippet }) => snippet.includes(nameOf(number)));
        };
        const [mine, theirs] = [await find(own), await find(other)];
        const proof = mine === undefined ? {} : await own('memora_verify_claim', { claim_id: mine.claim_id });
        const isProven = typeof proof !== 'string' && 'span_intact' in proof && proof['span_intact'] === true;
        if (isProven && (!isShared(number) || theirs !== undefined)) report.retrieved++;
        else report.missing.push(`${nameOf(number)}:${why} ${JSON.stringify(proof)}`);
        if (!isShared(number) && theirs !== undefined) report.leaked++;
      }
    }),
  );
  return report;
}

/** Asks for notes of the team until the signal aborts. Each answer is of one publication, and none of an older one than the answer before. */
export async function askMeanwhile(
  url: string,
  token: string,
  signal: AbortSignal,
): Promise<{ answers: number; wentBack: number }> {
  const counts: ClientCounts = { captured: 0, repeated: 0, serverErrors: 0, failed: {} };
  const call = createCaller(url, token, counts);
  const report = { answers: 0, wentBack: 0 };
  let last = 0;
  while (!signal.aborted) {
    const found = await call('memora_query', { query: `depot ${nameOf(2 * report.answers)}`, k: 2 });
    if (typeof found === 'string') continue;
    // One that does not say from which publication it is counts as one that went back.
    const { workspace = -1 } = found['epochs'] as { workspace?: number };
    if (workspace < last) report.wentBack++;
    last = workspace;
    report.answers++;
    await wait(250, undefined, { signal }).catch(() => undefined);
  }
  return report;
}
