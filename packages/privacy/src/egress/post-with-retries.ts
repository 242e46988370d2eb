import { MemoraError, type OutboundReply } from '@memora/core';
import { PrivacyError } from '../privacy-error.ts';
import type { Pass } from './create-egress.ts';
import type { Egress, EgressOptions } from './egress.ts';
import type { WireReply, WireRequest } from './exchange.ts';
import { parseUrl } from './parse-url.ts';
import { isTransientError, isTransientStatus, retryDelay, waitFor } from './retry-delay.ts';

/** `Egress.request`: posts JSON, retries after transient failures, and reads the reply. */
export function postWithRetries(pass: Pass, options: EgressOptions): Egress['request'] {
  const retries = options.retries ?? 2;
  return async (destination, payload, callOptions = {}) => {
    const signal = callOptions.signal ?? new AbortController().signal;
    const request: WireRequest = {
      url: parseUrl(destination.url),
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...callOptions.headers },
      body: new TextEncoder().encode(JSON.stringify(payload)),
    };
    const passage = { kind: destination.kind, options: callOptions, signal, redirect: 'follow' } as const;
    for (let attempt = 0; ; attempt++) {
      try {
        const { reply } = await pass(request, passage);
        if (!isTransientStatus(reply.status) || attempt >= retries) return await readReply(reply, options);
        reply.body.destroy();
        await waitFor(retryDelay(attempt + 1, reply.headers.get('retry-after')), signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (!isTransientError(error) || attempt >= retries) throw toOutboundError(error);
        await waitFor(retryDelay(attempt + 1, null), signal);
      }
    }
  };
}

async function readReply(reply: WireReply, options: EgressOptions): Promise<OutboundReply> {
  const limit = options.maxReplyBytes ?? 64 * 1024 * 1024;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of reply.body as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > limit) {
      reply.body.destroy();
      throw new PrivacyError(`the reply is longer than ${limit} bytes`, { code: 'REPLY_TOO_LONG' });
    }
    parts.push(part);
  }
  const text = new TextDecoder().decode(Buffer.concat(parts));
  const isJson = /\bjson\b/i.test(reply.headers.get('content-type') ?? '');
  return { status: reply.status, body: isJson ? parseJson(text) : text };
}

/** Invalid JSON is returned as text; the caller decides what to do with it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** MemoraErrors stay unchanged. Errors of the connection keep their code; no part of the payload is kept. */
export function toOutboundError(error: unknown): Error {
  if (MemoraError.isInstance(error)) return error as Error;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return new PrivacyError(`the destination could not be reached${code === undefined ? '' : `: ${code}`}`, {
    code: 'OUTBOUND_FAILED',
    hint: 'Check that the service runs and that the endpoint in the config is right.',
    cause: error,
  });
}
