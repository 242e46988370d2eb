import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { ServerError } from '../protocol/server-error.ts';
import type { ToolService } from '../protocol/tool-service.ts';
import { createWebHandler } from './create-web-handler.ts';
import { refusalOfRequest } from './http-guard.ts';
import { sendResponse } from './send-response.ts';

const PATH = '/mcp';
/**
 * A client on this machine that is slower than this is stuck, or holds connections on purpose. Answers and
 * streams may take any time.
 */
export const TIMEOUTS: Timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
};
/** Maximum number of connections at once, including notification streams. Further ones are closed immediately. */
const MOST_CONNECTIONS = 256;
/**
 * Maximum number of notification streams at once, which may be idle for days. One more closes the oldest, whose client may reconnect. Half of the connections stay free
 * for calls.
 */
export const MOST_STREAMS = 128;
const METHODS = new Set(['POST', 'GET', 'DELETE']);

/** How long a server waits for a client's data, in milliseconds, and how often it checks. */
interface Timeouts {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly connectionsCheckingInterval: number;
}

/** A listening server. */
export interface HttpServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves Streamable HTTP on 127.0.0.1, path `/mcp`. The guard checks every request before its body is read. Port 0 picks a free one. Throws `PORT_IN_USE`. */
export async function serveHttp(
  service: ToolService,
  options: {
    readonly port: number;
    readonly token: string;
    readonly timeouts?: Timeouts;
  },
): Promise<HttpServer> {
  const handler = createWebHandler(service);
  const server = createServer({ ...(options.timeouts ?? TIMEOUTS) }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      service.log(`http: ${error instanceof Error ? error.name : typeof error}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  server.maxConnections = MOST_CONNECTIONS;
  const streams = new Set<ServerResponse>();
  const keepStream = (response: ServerResponse) => {
    streams.add(response);
    response.on('close', () => streams.delete(response));
    const [oldest] = streams;
    if (streams.size > MOST_STREAMS) oldest?.destroy();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const refusal = refusalOfRequest(request.headers, options.token);
    if (refusal !== null) return refuse(response, refusal.status, refusal.reason);
    if ((request.url ?? '').split('?')[0] !== PATH) return refuse(response, 404, `the endpoint is ${PATH}`);
    if (!METHODS.has(request.method ?? '')) return refuse(response, 405, 'POST, GET or DELETE');
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const answered = await handler.fetch(toWebRequest(request, gone.signal));
    const isLasting = request.method === 'GET' || request.headers['mcp-method'] === 'subscriptions/listen';
    if (isLasting && answered.ok) keepStream(response);
    await sendResponse(answered, response);
  };

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EADDRINUSE') return reject(cause);
      reject(
        new ServerError(`port ${options.port} is in use`, {
          code: 'PORT_IN_USE',
          hint: 'Pass another --http port.',
          cause,
        }),
      );
    });
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    close: async () => {
      await handler.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message: reason }, id: null });
  response
    .writeHead(status, { 'content-type': 'application/json', connection: 'close', ...challenge })
    .end(body);
}

function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const [name, value] = [request.rawHeaders[i], request.rawHeaders[i + 1]];
    // The guard has checked the token. No handler and no log may see it.
    if (name !== undefined && value !== undefined && name.toLowerCase() !== 'authorization')
      headers.append(name, value);
  }
  const method = request.method ?? 'GET';
  const body =
    method === 'POST' ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const } : {};
  return new Request(`http://127.0.0.1${request.url ?? PATH}`, { method, headers, signal, ...body });
}
