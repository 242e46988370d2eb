import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Destination } from '@memora/core';
import type { Pass } from './create-egress.ts';
import type { Fetch, OutboundOptions } from './egress.ts';
import type { WireRequest } from './exchange.ts';
import { toOutboundError } from './post-with-retries.ts';

const BODILESS = new Set([101, 204, 205, 304]);

/** A `fetch` over the egress. The body is read completely before it is scanned, so uploads are not streamed; replies are. */
export function toFetch(
  pass: Pass,
  kind: Destination['kind'],
  options: Omit<OutboundOptions, 'signal' | 'headers'>,
): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
    const first: WireRequest = {
      url: new URL(request.url),
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body,
    };
    try {
      const passage = { kind, options, signal: request.signal, redirect: request.redirect };
      const { reply, url, hops } = await pass(first, passage);
      const stream = BODILESS.has(reply.status)
        ? null
        : (Readable.toWeb(reply.body) as WebStream<Uint8Array>);
      const response = new Response(stream as ConstructorParameters<typeof Response>[0], {
        status: reply.status,
        statusText: reply.statusText,
        headers: reply.headers,
      });
      Object.defineProperty(response, 'url', { value: url.href });
      Object.defineProperty(response, 'redirected', { value: hops > 0 });
      return response;
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      throw toOutboundError(error);
    }
  };
}
