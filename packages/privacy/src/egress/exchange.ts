import { type ClientRequestArgs, request as httpRequest, type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { PrivacyError } from '../privacy-error.ts';

/** One request on the wire. */
export interface WireRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** One reply. `body` is decompressed, and ends with an error if the connection does. */
export interface WireReply {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly body: Readable;
}

/**
 * Sends one HTTP/1.1 request over an established or kept connection, and reads the head of the reply. `timeoutMs` is how long the other side may stay silent,
 * before the head and between parts of the body.
 */
export function exchange(
  connection: Socket | ClientRequestArgs,
  request: WireRequest,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<WireReply> {
  return new Promise((resolve, reject) => {
    const isKept = !(connection instanceof Socket);
    const outgoing = httpRequest({
      ...(isKept ? connection : { createConnection: () => connection }),
      host: request.url.hostname,
      method: request.method,
      path: `${request.url.pathname}${request.url.search}`,
      headers: {
        ...request.headers,
        host: request.url.host,
        'accept-encoding': 'gzip, deflate, br',
        ...(isKept ? {} : { connection: 'close' }),
        ...(request.body === null ? {} : { 'content-length': String(request.body.length) }),
      },
    });
    const stop = (error: unknown): void => {
      outgoing.destroy(error instanceof Error ? error : new Error('stopped'));
    };
    const onAbort = (): void => stop(options.signal.reason);
    options.signal.addEventListener('abort', onAbort, { once: true });
    outgoing.once('close', () => options.signal.removeEventListener('abort', onAbort));
    outgoing.setTimeout(options.timeoutMs, () =>
      stop(new PrivacyError('the destination stayed silent for too long', { code: 'OUTBOUND_TIMEOUT' })),
    );
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      outgoing.off('error', reject);
      outgoing.on('error', (error) => incoming.destroy(error));
      resolve({
        status: incoming.statusCode ?? 0,
        statusText: incoming.statusMessage ?? '',
        headers: headersOf(incoming),
        body: decoded(incoming),
      });
    });
    outgoing.end(request.body ?? undefined);
  });
}

function headersOf(incoming: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
    const name = incoming.rawHeaders[i]?.toLowerCase() ?? '';
    // The body is passed on decompressed, so these two headers would be wrong.
    if (name === 'content-encoding' || name === 'content-length') continue;
    headers.append(name, incoming.rawHeaders[i + 1] ?? '');
  }
  return headers;
}

function decoded(incoming: IncomingMessage): Readable {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return incoming;
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : new PassThrough();
  return pipeline(incoming, decoder, () => undefined);
}
