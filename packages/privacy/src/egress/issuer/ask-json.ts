import { Buffer } from 'node:buffer';
import type { Fetch } from '../egress.ts';

/** Documents of an issuer have some kilobytes. */
const MOST_BYTES = 256 * 1024;

/**
 * The status of an answer and the JSON in it, `null` where it has none. Throws for more than {@link MOST_BYTES}, and for what takes longer than `longestMs` in all,
 * however it trickles. Follows no redirect.
 */
export async function askJson(
  send: Fetch,
  url: string,
  longestMs: number,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly json: unknown }> {
  const signal = AbortSignal.timeout(longestMs);
  const response = await send(url, { ...init, redirect: 'manual', signal });
  const reader = response.body?.getReader();
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  signal.addEventListener('abort', () => late.reject(signal.reason), { once: true });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    while (reader !== undefined) {
      const { done, value } = await Promise.race([reader.read(), late.promise]);
      if (done) break;
      bytes += value.length;
      if (bytes > MOST_BYTES) throw new Error('too large');
      parts.push(value);
    }
  } finally {
    // Does not wait for the rest of the reply.
    reader?.cancel().catch(() => undefined);
  }
  return { status: response.status, json: parse(Buffer.concat(parts).toString('utf8')) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
