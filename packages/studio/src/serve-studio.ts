import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { refusalOfForeign } from '@memora/report';
import { openVault } from '@memora/vault';
import { createAnswerShelf } from './ask/create-answer-shelf.ts';
import { codeOf } from './http/code-of.ts';
import { createApp } from './http/create-app.ts';
import { holdsToken } from './http/holds-token.ts';
import { pageDocument } from './http/page-document.ts';
import { createEventHub } from './live/create-event-hub.ts';
import { followIndex } from './live/follow-index.ts';
import { repeat } from './live/repeat.ts';
import { stampOf } from './live/stamp-of.ts';
import { readPageCode } from './read-page-code.ts';
import type { StudioOptions, StudioServer } from './studio-server.ts';
import { createSettling } from './today/create-settling.ts';

const HOST = '127.0.0.1';
/** How often the files of cited notes are looked at; each costs one look at a file. */
const LOOK_MS = 400;
const QUIET_MS = 60_000;
const MOST_CONNECTIONS = 256;

/**
 * Serves the page of a vault on 127.0.0.1, under a path that nobody can guess. Indexes the vault beside it, and goes on as notes change.
 * Throws `PORT_IN_USE`.
 */
export async function serveStudio(
  memory: Memory,
  { port = 0, signal, onProblem, undoMs = 10_000 }: StudioOptions = {},
): Promise<StudioServer> {
  const path = `/${randomBytes(16).toString('hex')}/`;
  const stop = new AbortController();
  const toldAt = new Map<string, number>();
  const problem = (error: unknown) => {
    const code = codeOf(error);
    // What stands in the way twice a second is told once a minute.
    if (stop.signal.aborted || Date.now() - (toldAt.get(code) ?? 0) < QUIET_MS) return;
    toldAt.set(code, Date.now());
    onProblem?.(code);
  };
  const events = createEventHub();
  const shelf = createAnswerShelf(memory);
  const vault = await openVault(memory.vault, {
    config: { exclude: memory.settings.config.indexing.exclude },
  });
  const index = followIndex(memory, { events, problem, signal: stop.signal });
  const settling = createSettling({
    memory,
    waitMs: undoMs,
    tell: (outcome) => events.tell({ type: 'settled', data: outcome }),
    codeOf,
  });
  const studio = { memory, vault, shelf, events, settling, problem, ready: index.ready };
  const app = createApp(studio, path, pageDocument(await readPageCode()), stop.signal);
  const handle = getRequestListener(app.fetch, { overrideGlobalObjects: false });

  const server = createServer((request, response) => {
    const own = (server.address() as AddressInfo | null)?.port ?? port;
    const refused = refusalOfForeign(request, own) ?? (holdsToken(request.url, path) ? null : 404);
    if (refused === null) return void handle(request, response);
    response.writeHead(refused, { 'cache-control': 'no-store', connection: 'close' }).end();
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'EADDRINUSE' ? portInUse(port, cause) : cause),
    );
    server.listen(port, HOST, resolve);
  });

  const log = join(memory.vault, '.memora', 'egress.jsonl');
  let activity: string | null = null;
  const looking = repeat(
    LOOK_MS,
    stop.signal,
    async () => {
      const changes = await shelf.check();
      if (changes.length > 0) events.tell({ type: 'sources', data: changes });
      const stamp = await stampOf(log);
      if (activity !== null && activity !== stamp) events.tell({ type: 'activity', data: {} });
      activity = stamp;
    },
    problem,
  );
  let closing: Promise<void> | null = null;
  const ended = Promise.withResolvers<void>();
  const close = (): Promise<void> => {
    closing ??= (async () => {
      stop.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await Promise.all([closed, looking, index.done, settling.flush()]);
      ended.resolve();
    })();
    return closing;
  };
  signal?.addEventListener('abort', () => void close(), { once: true });
  if (signal?.aborted === true) await close();
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo | null)?.port ?? port}${path}`,
    done: ended.promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function portInUse(port: number, cause: Error): MemoraError<'PORT_IN_USE'> {
  return new MemoraError(`port ${port} is in use`, {
    code: 'PORT_IN_USE',
    hint: 'Pass another port, or none.',
    cause,
  });
}
