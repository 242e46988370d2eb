import { Buffer } from 'node:buffer';
import type { Fetch } from '@memora/privacy';

/** Documents of an issuer have some kilobytes. */
export const MOST_BYTES = 256 * 1024;
/** Connecting, asking and reading together. */
export const LONGEST_MS = 5_000;

/**
 * The JSON behind an address, or null where nothing stands there (404). Throws for any other status, a redirect, more than {@link MOST_BYTES}, and
 * for what takes longer than {@link LONGEST_MS}, however it trickles.
 */
export async function readBounded(send: Fetch, url: string, longestMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(longestMs);
  const response = await send(url, {
    redirect: 'manual',
    signal,
    headers: { accept: 'application/json, application/jwk-set+json' },
  });
  const reader = response.body?.getReader();
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  signal.addEventListener('abort', () => late.reject(signal.reason), { once: true });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    if (response.status === 404) return null;
    if (response.status !== 200) throw new Error(`status ${response.status}`);
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
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
