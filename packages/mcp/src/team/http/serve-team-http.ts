import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Telemetry } from '@memora/engine/team';
import { sendResponse } from '../../http/send-response.ts';
import { ServerError } from '../../protocol/server-error.ts';
import { describeForLog } from '../../protocol/to-tool-error.ts';
import type { ToolDefinition } from '../../protocol/tool-definition.ts';
import type { Limits } from '../create-limits.ts';
import type { DocumentRequest } from '../documents/take-documents.ts';
import { type Caller, type GateAnswer, type GateRefusal, keyOf, type TeamGate, toJson } from '../identify.ts';
import { LimitError } from '../limit-error.ts';
import type { Rooms } from '../open-rooms.ts';
import { DOCUMENTS_PATH, PEOPLE_PATH, type PersonAnswer } from '../people/person-answer.ts';
import { boundConnections } from './bound-connections.ts';
import { discardRest, leaveOpen } from './leave-open.ts';
import { neededScope } from './needed-scope.ts';
import { readBody } from './read-body.ts';
import { badTls } from './read-tls.ts';
import { type KnownNames, refuseForeign } from './refuse-foreign.ts';

interface TeamHttpOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  readonly gate: TeamGate;
  /** True if every connection comes from a proxy. */
  readonly isBehindProxy: boolean;
  readonly rooms: Rooms;
  /** Answers people at their own path. */
  readonly people: (caller: Caller, message: unknown) => Promise<PersonAnswer>;
  /** Takes the documents that people upload, at a path of their own. */
  readonly documents: (caller: Caller, request: DocumentRequest) => Promise<PersonAnswer>;
  /** The workspace of the server's operator. */
  readonly workspace: string;
  /** The metrics, for monitoring with a token of that workspace that has `memora:admin`. */
  readonly metrics: () => Promise<string>;
  readonly limits: Limits;
  readonly tools: readonly ToolDefinition[];
  /** The names of this server, once it knows its port. */
  readonly names: (port: number) => KnownNames;
  /**
   * The answer to anybody at a path other than that of the metadata, such as the readiness check; null at any
   * other path.
   */
  readonly answerOpenly?: (path: string) => Promise<GateAnswer | null>;
  readonly tracing: Telemetry;
  readonly log: (line: string) => void;
}

/** A listening server. */
interface TeamHttpServer {
  readonly port: number;
  /** Accepts no new requests, lets running ones finish, and ends every stream, within a deadline. */
  readonly drain: (ms: number) => Promise<void>;
}

const PATH = '/mcp';
/** The path that Prometheus scrapes. */
const METRICS_PATH = '/metrics';
const TEXT = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
const METHODS = new Set(['POST', 'GET', 'DELETE']);
const TIMEOUTS = {
  headersTimeout: 5_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};
/** The abort reason for a request whose answer is complete: created once, because each costs as much as a small statement. */
const FINISHED = new DOMException('the answer is complete', 'AbortError');
const BOUNDS = { most: 4_096, mostSilent: 1_024 };
/** Maximum number of connections from one address, without a proxy. */
const MOST_OF_ONE = 1_024;
/** Maximum number of streams of one principal at once; one more ends the oldest. */
const MOST_STREAMS = 64;
/** How often a stream's token is checked again, because it may have been revoked. */
const RECHECK_MS = 15_000;

/**
 * Streamable HTTP for many principals. Reads only the head of a request before its sender is known. Throws `PORT_IN_USE`, and `USAGE` for a certificate without
 * its key.
 */
export async function serveTeamHttp(options: TeamHttpOptions): Promise<TeamHttpServer> {
  const { gate, rooms, people, documents, limits, tools, tracing, log } = options;
  let known: KnownNames = { hosts: new Set(), origins: new Set() };
  const streams = createStreams(gate);
  const answering = new Set<ServerResponse>();
  let isDraining = false;

  const refused = (code: string) => {
    log(`refused: ${code}`);
    tracing.measure('memora.refusals', 1, { 'memora.code': code });
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const open = gate.describeResource(path) ?? (await options.answerOpenly?.(path)) ?? null;
    const foreign = refuseForeign(request.headers, known);
    // A health probe only knows the address, so its host is not checked.
    if (open !== null && (foreign === null || path.endsWith('z'))) return send(response, open);
    if (foreign !== null) return refuse(response, 403, foreign);
    const isPerson = path === PEOPLE_PATH;
    const isDocument = path === DOCUMENTS_PATH;
    const isWatcher = path === METRICS_PATH;
    if (path !== PATH && !isPerson && !isDocument && !isWatcher)
      return refuse(response, 404, `the endpoint is ${PATH}`);
    if ((isPerson || isDocument) && request.method !== 'POST') return refuse(response, 405, 'POST');
    if (isWatcher && request.method !== 'GET') return refuse(response, 405, 'GET');
    if (!METHODS.has(request.method ?? '')) return refuse(response, 405, 'POST, GET or DELETE');
    const { url = '', headers, rawHeaders } = request;
    const { caller, refusal } = await gate.identify({ url, headers, rawHeaders });
    if (refusal !== undefined) {
      refused(refusal.code);
      // A client that is still sending its document would not read the answer.
      if (isDocument) await discardRest(request);
      return send(response, refusal, { connection: 'close' });
    }
    limits.request(keyOf(caller));
    if (isWatcher) {
      // The metrics cover all workspaces, so only the server's operator may read them, not the administrators of other workspaces.
      if (caller.workspace !== options.workspace) {
        refused('SCOPE_MISSING');
        return refuse(response, 403, 'only the administrator of the server may read its metrics');
      }
      const missing = gate.refuseScope(caller, 'memora:admin');
      if (missing !== null) refused(missing.code);
      return send(response, missing ?? { status: 200, headers: TEXT, body: await options.metrics() });
    }
    const answerPerson = (told: PersonAnswer, more?: Record<string, string>): void => {
      if ('body' in told) {
        send(response, toJson(told), more);
        return;
      }
      const missing = gate.refuseScope(caller, told.lacking) as GateRefusal;
      refused(missing.code);
      send(response, missing, more);
    };
    if (isDocument) {
      const told = await documents(caller, { headers, body: leaveOpen(request) });
      await discardRest(request);
      return answerPerson(told, request.complete ? {} : { connection: 'close' });
    }
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    if (body === 'too long') return refuse(response, 413, 'the request is too long');
    if (body === 'too deep') return refuse(response, 400, 'the request is nested too deep');
    const message = body === undefined ? undefined : parse(body);
    if (isPerson) return answerPerson(await people(caller, message));
    const lacking = gate.refuseScope(caller, neededScope(message, tools));
    if (lacking !== null) {
      refused(lacking.code);
      return send(response, lacking);
    }
    const gone = new AbortController();
    response.on('close', () => gone.abort(response.writableFinished ? FINISHED : undefined));
    // The message that was parsed to find its scope is the one that is answered: it is read once, and can't be read in two ways.
    const asked = toWebRequest(request, message === undefined ? body : undefined, gone.signal);
    const answered = await tracing.below(headers, () => rooms.of(caller).fetch(asked, message));
    const isLasting = request.method === 'GET' || isListen(message);
    if (isLasting && answered.ok) streams.keep(response, caller, { url, headers, rawHeaders });
    if (isDraining) answered.headers.set('connection', 'close');
    await sendResponse(answered, response);
  };

  const listener: RequestListener = (request, response) => {
    answering.add(response);
    response.on('close', () => answering.delete(response));
    answer(request, response).catch(async (error: unknown) => {
      if (response.destroyed || request.destroyed) return;
      if (error instanceof LimitError) {
        await discardRest(request);
        if (!response.destroyed) refuseLate(response, error);
        return;
      }
      log(`http: ${describeForLog(error)}`);
      if (response.headersSent) response.end();
      else refuse(response, 500, 'the request failed inside the server');
    });
  };
  const server = createFor(options.tls, listener);
  boundConnections(server, { ...BOUNDS, mostOfOne: options.isBehindProxy ? null : MOST_OF_ONE });
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  known = options.names(port);
  return {
    port,
    drain: async (ms) => {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      streams.end();
      const until = performance.now() + ms;
      while (answering.size > 0 && performance.now() < until) await wait(20, undefined, { ref: false });
      server.closeAllConnections();
      await closed;
    },
  };
}

function createFor(tls: TeamHttpOptions['tls'], listener: RequestListener): Server {
  if (tls === null) return createServer(TIMEOUTS, listener);
  try {
    return createSecureServer({ ...TIMEOUTS, ...tls }, listener);
  } catch {
    throw badTls('the files contain no certificate with its key');
  }
}

/** Streams that stay open. They end with their token, or when their principal has opened too many. */
function createStreams(gate: TeamGate) {
  const byPerson = new Map<string, Set<ServerResponse>>();
  return {
    keep: (response: ServerResponse, caller: Caller, request: Parameters<TeamGate['identify']>[0]) => {
      const { expiresAt } = caller;
      const key = keyOf(caller);
      const own = byPerson.get(key) ?? new Set();
      byPerson.set(key, own.add(response));
      const [oldest] = own;
      if (own.size > MOST_STREAMS) oldest?.destroy();
      const recheck = setInterval(async () => {
        const isOver = expiresAt !== null && expiresAt <= Date.now();
        if (isOver || (await gate.identify(request)).refusal !== undefined) response.destroy();
      }, RECHECK_MS).unref();
      response.on('close', () => {
        clearInterval(recheck);
        own.delete(response);
        if (own.size === 0) byPerson.delete(key);
      });
    },
    end: () => {
      for (const own of byPerson.values()) for (const response of own) response.destroy();
    },
  };
}

function listen(server: Server, { host, port }: TeamHttpOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EADDRINUSE') return reject(cause);
      const hint = 'Pass another port with --listen.';
      reject(new ServerError(`port ${port} is in use`, { code: 'PORT_IN_USE', hint, cause }));
    });
    server.listen(port, host, resolve);
  });
}

function send(
  response: ServerResponse,
  { status, headers, body }: GateAnswer,
  more: Record<string, string> = {},
): void {
  response.writeHead(status, { ...headers, ...more }).end(body);
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  more: Record<string, string> = {},
): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null });
  send(response, {
    status,
    headers: { 'content-type': 'application/json', connection: 'close', ...more },
    body,
  });
}

function refuseLate(response: ServerResponse, { message, hint, retryAfter }: LimitError): void {
  refuse(response, 429, `${message}. ${hint}`, { 'retry-after': String(Math.ceil(retryAfter / 1_000)) });
}

/** Invalid JSON gets the protocol's own error code. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function isListen(message: unknown): boolean {
  return (message as { method?: unknown } | undefined)?.method === 'subscriptions/listen';
}

function toWebRequest(request: IncomingMessage, body: Buffer | undefined, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const [name, value] = [request.rawHeaders[i], request.rawHeaders[i + 1]];
    // The gate has checked the token; no handler and no log sees it.
    if (name !== undefined && value !== undefined && name.toLowerCase() !== 'authorization')
      headers.append(name, value);
  }
  return new Request(`http://127.0.0.1${PATH}`, {
    method: request.method ?? 'GET',
    headers,
    signal,
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
}
