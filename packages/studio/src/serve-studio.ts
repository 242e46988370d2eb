import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Memory } from '@memora/engine';
import { refusalOfForeign } from '@memora/report';
import { codeOf } from './http/code-of.ts';
import { holdsToken } from './http/holds-token.ts';
import { pageDocument } from './http/page-document.ts';
import { readPageCode } from './read-page-code.ts';
import { createHouse } from './rooms/create-house.ts';
import { StudioError } from './studio-error.ts';
import type { StudioOptions, StudioServer } from './studio-server.ts';

const HOST = '127.0.0.1';
const QUIET_MS = 60_000;
const MOST_CONNECTIONS = 256;

/**
 * Serves the page of a vault on 127.0.0.1, under a path that nobody can guess. It also indexes the vault and
 * follows its changes. Without a memory, the page asks for a folder first. Throws `PORT_IN_USE`.
 */
export async function serveStudio(
  memory: Memory | null,
  { port = 0, signal, onProblem, undoMs = 10_000, ...rest }: StudioOptions = {},
): Promise<StudioServer> {
  const stop = new AbortController();
  const toldAt = new Map<string, number>();
  const problem = (error: unknown) => {
    const code = codeOf(error);
    // A recurring problem is reported at most once a minute.
    if (stop.signal.aborted || Date.now() - (toldAt.get(code) ?? 0) < QUIET_MS) return;
    toldAt.set(code, Date.now());
    onProblem?.(code);
  };
  const code = await readPageCode();
  const { team } = rest;
  const pages = {
    vault: pageDocument(code),
    none: pageDocument(code, { isLobby: true }),
    team: pageDocument(code, team === undefined ? {} : { team: team.name }),
  };
  const house = await createHouse(memory, { ...rest, undoMs, pages, problem });
  const pathOf = (url: string | undefined) => house.paths().find((path) => holdsToken(url, path));
  const handle = getRequestListener(
    async (request) => {
      const path = pathOf(new URL(request.url).pathname) ?? '';
      return (await house.roomAt(path))?.fetch(request) ?? new Response(null, { status: 404 });
    },
    { overrideGlobalObjects: false },
  );

  const server = createServer((request, response) => {
    const own = (server.address() as AddressInfo | null)?.port ?? port;
    const refused = refusalOfForeign(request, own) ?? (pathOf(request.url) === undefined ? 404 : null);
    if (refused === null) return void handle(request, response);
    response.writeHead(refused, { 'cache-control': 'no-store', connection: 'close' }).end();
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'EADDRINUSE' ? portInUse(port, cause) : cause),
    );
    server.listen(port, HOST, resolve);
  }).catch(async (error: unknown) => {
    await house.close();
    throw error;
  });

  let closing: Promise<void> | null = null;
  const ended = Promise.withResolvers<void>();
  const close = (): Promise<void> => {
    closing ??= (async () => {
      stop.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await Promise.all([closed, house.close()]);
      ended.resolve();
    })();
    return closing;
  };
  signal?.addEventListener('abort', () => void close(), { once: true });
  if (signal?.aborted === true) await close();
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo | null)?.port ?? port}${house.path}`,
    done: ended.promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function portInUse(port: number, cause: Error): StudioError<'PORT_IN_USE'> {
  return new StudioError(`port ${port} is in use`, {
    code: 'PORT_IN_USE',
    hint: 'Pass another port, or none.',
    cause,
  });
}
