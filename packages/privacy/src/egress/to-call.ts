import type { Destination } from '@memora/core';
import { PrivacyError } from '../privacy-error.ts';
import type { Pass } from './create-egress.ts';
import type { Call } from './egress.ts';
import { parseUrl } from './parse-url.ts';
import { toOutboundError } from './post-with-retries.ts';

/** `Egress.call`: like `fetch` with text both ways, without web streams. */
export function toCall(pass: Pass, kind: Destination['kind']): Call {
  return async (url, { method, headers = {}, body = null, signal, mostBytes }) => {
    const request = {
      url: parseUrl(url),
      method,
      headers,
      body: body === null ? null : Buffer.from(body),
    };
    const attempt = async <T>(task: () => Promise<T>): Promise<T> => {
      try {
        return await task();
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw toOutboundError(error);
      }
    };
    signal.throwIfAborted();
    const { reply } = await attempt(() => pass(request, { kind, options: {}, signal, redirect: 'error' }));
    return {
      status: reply.status,
      headers: reply.headers,
      text: () =>
        attempt(async () => {
          const parts: Uint8Array[] = [];
          let size = 0;
          for await (const part of reply.body as AsyncIterable<Uint8Array>) {
            size += part.length;
            if (size > mostBytes)
              throw new PrivacyError(`the reply is longer than ${mostBytes} bytes`, {
                code: 'REPLY_TOO_LONG',
              });
            parts.push(part);
          }
          return new TextDecoder().decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
        }),
      drop: () => void reply.body.destroy(),
    };
  };
}
