import { Buffer } from 'node:buffer';
import { PrivacyError } from '../../privacy-error.ts';
import type { Fetch } from '../egress.ts';
import { toOutboundError } from '../post-with-retries.ts';

/** Maximum number of bytes of an issuer's document, which usually has a few kilobytes. */
const MOST_BYTES = 256 * 1024;

/** An answer: the status, and the JSON of the body, `null` if it has none. */
interface JsonAnswer {
  readonly status: number;
  readonly json: unknown;
}

/**
 * Requests JSON. A body of more than {@link MOST_BYTES} counts as none. Throws `OUTBOUND_TIMEOUT` if the
 * whole exchange takes longer than `longestMs`, even if bytes keep arriving, `OUTBOUND_FAILED` if the
 * connection ends before the answer, and the reason of the signal in `init`. Follows no redirect.
 */
export async function askJson(
  send: Fetch,
  url: string,
  longestMs: number,
  init: RequestInit = {},
): Promise<JsonAnswer> {
  const late = AbortSignal.timeout(longestMs);
  const signal = init.signal ? AbortSignal.any([late, init.signal]) : late;
  try {
    const response = await send(url, { ...init, redirect: 'manual', signal });
    return { status: response.status, json: parse(await readText(response, signal)) };
  } catch (error) {
    init.signal?.throwIfAborted();
    if (!late.aborted) throw toOutboundError(error);
    throw new PrivacyError(`${new URL(url).origin} did not answer within ${longestMs / 1_000} seconds`, {
      code: 'OUTBOUND_TIMEOUT',
      hint: 'Check that the service runs, and try again.',
    });
  }
}

/** The body; empty if it exceeds the limit. */
async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    while (reader !== undefined) {
      const { done, value } = await Promise.race([reader.read(), ended.promise]);
      if (done) break;
      bytes += value.length;
      if (bytes > MOST_BYTES) return '';
      parts.push(value);
    }
  } finally {
    // Does not wait for the rest of the reply.
    reader?.cancel().catch(() => undefined);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
