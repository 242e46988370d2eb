import {
  createMcpHandler,
  InMemoryServerEventBus,
  isLegacyRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpConnection } from '../connect-stdio.ts';
import { toToolError } from '../protocol/to-tool-error.ts';
import type { ToolService } from '../protocol/tool-service.ts';
import { createServer } from '../sdk.ts';
import { createOutbox, type Outbox } from '../subscriptions/create-outbox.ts';
import { createSubscriptions } from '../subscriptions/create-subscriptions.ts';
import { createListenStreams, parseListenRequest } from './listen-streams.ts';

const MAX_SESSIONS = 64;

/** The session ids if several processes answer one client: how to make one, and which ids another process may have issued. */
export interface SharedSessions {
  readonly makeId: () => string;
  /** True for an id issued for this handler's principal. */
  readonly isOurs: (id: string) => boolean;
}

/** Answers web requests. Closing it also closes everything that it opened. */
export type WebHandler = {
  /** Pass `message` if the body has been read and parsed; the request's own body is then ignored. */
  readonly fetch: (request: Request, message?: unknown) => Promise<Response>;
} & McpConnection;

/** Answers web requests of both protocol eras: sessions for 2025 clients, single exchanges for later ones. */
export function createWebHandler(service: ToolService, shared?: SharedSessions): WebHandler {
  const subscriptions = createSubscriptions(service);
  const sessionById = new Map<string, Session>();
  const streams = createListenStreams(subscriptions);
  const bus = new InMemoryServerEventBus();
  subscriptions.join({
    isRouted: true,
    listChanged: async () => bus.publish({ kind: 'resources_list_changed' }),
    updated: async (uri) => bus.publish({ kind: 'resource_updated', uri }),
  });
  const modern = createMcpHandler(() => createServer(service, subscriptions, { single: true }), {
    legacy: 'reject',
    bus,
    onerror: (error) => service.log(`protocol: ${error.name}`),
  });

  /** Answers a request without a session. Only a request that opens a session leaves a session behind; no message ends the session of others. */
  const openSession = async (
    request: Request,
    message?: unknown,
    makeId = shared?.makeId ?? (() => crypto.randomUUID()),
  ) => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: makeId,
      onsessioninitialized: async (id) => {
        const [oldest] = sessionById.values();
        if (sessionById.size >= MAX_SESSIONS) await oldest?.transport.close();
        sessionById.set(id, { transport, outbox });
      },
    });
    const outbox = createOutbox({
      listChanged: () => server.sendResourceListChanged(),
      updated: (uri) => server.sendResourceUpdated({ uri }),
    });
    const server = createServer(service, subscriptions, {
      outbox,
      onClose: () => {
        if (transport.sessionId !== undefined) sessionById.delete(transport.sessionId);
      },
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request, asParsed(message));
    if (transport.sessionId === undefined) await transport.close();
    return response;
  };

  const ended = new Set<string>();
  const adopting = new Map<string, Promise<unknown>>();
  /** Continues a session that another process began. Its state is only what its client sends. */
  const findSession = async (id: string, request: Request): Promise<Session | undefined> => {
    const known = sessionById.get(id);
    if (known !== undefined || shared?.isOurs(id) !== true || ended.has(id)) return known;
    const adopt = async () => {
      const version = request.headers.get('mcp-protocol-version') ?? '2025-03-26';
      await (await openSession(toInitialize(request.url, version), undefined, () => id)).text();
      // Its subscriptions are unknown here, so its client is asked to read again.
      await sessionById.get(id)?.outbox.listChanged();
    };
    const adopted = adopting.get(id) ?? adopt().finally(() => adopting.delete(id));
    adopting.set(id, adopted);
    await adopted;
    return sessionById.get(id);
  };

  const listen = async (request: Request, message: unknown) => {
    const body = request.clone();
    // The router checks the method that the body names.
    const wanted = parseListenRequest(message ?? (await body.json().catch(() => null)));
    if (wanted === null) return modern.fetch(request, asParsed(message));
    try {
      const stream = await streams.open(wanted);
      whenGone(request, stream.close);
    } catch (error) {
      const told = { code: ProtocolErrorCode.InternalError, message: toToolError(error).message };
      return Response.json({ jsonrpc: '2.0', id: wanted.id, error: told });
    }
    return modern.fetch(request, asParsed(message));
  };

  return {
    fetch: async (request, message) => {
      if (!(await isLegacyRequest(request, message)))
        return request.headers.get('mcp-method') === 'subscriptions/listen'
          ? listen(request, message)
          : modern.fetch(request, asParsed(message));
      const id = request.headers.get('mcp-session-id');
      if (id === null) return openSession(request, message);
      const session = await findSession(id, request);
      if (session === undefined) return unknownSession();
      if (request.method === 'DELETE') keepEnded(ended, id);
      const response = await session.transport.handleRequest(request, asParsed(message));
      if (request.method === 'GET' && response.ok) {
        whenGone(request, session.outbox.streamOpened());
      }
      return response;
    },
    close: async () => {
      subscriptions.close();
      await Promise.all([...sessionById.values()].map(({ transport }) => transport.close()));
      await modern.close();
    },
  };
}

/** A client of the earlier protocol, over HTTP. */
interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly outbox: Outbox;
}

/** Undefined if the body has not been parsed; the SDK then reads it. */
function asParsed(message: unknown): { readonly parsedBody?: unknown } {
  return message === undefined ? {} : { parsedBody: message };
}

/** Calls `then` once the client of a request has disconnected, or its answer is complete. */
function whenGone({ signal }: Request, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener('abort', then, { once: true });
}

/** Remembers ids of sessions that their clients ended, so that none of them continues. */
function keepEnded(ended: Set<string>, id: string): void {
  ended.add(id);
  const [oldest] = ended;
  if (ended.size > 10_000 && oldest !== undefined) ended.delete(oldest);
}

function toInitialize(url: string, protocolVersion: string): Request {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'unknown', version: '0' } };
  return new Request(url, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  });
}

function unknownSession(): Response {
  const error = { jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null };
  return Response.json(error, { status: 404 });
}
