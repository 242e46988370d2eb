import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { createReport } from './create-report.ts';
import { refusalOfPageRequest } from './page-request.ts';
import type { ReportServer, ServeReportOptions, VaultReport } from './vault-report.ts';

/** How often the index is asked whether it changed; asking costs next to nothing. */
const ASK_MS = 500;
/** A comment now and then keeps the stream open. */
const KEEP_MS = 25_000;
const HOST = '127.0.0.1';

/**
 * Serves the report on 127.0.0.1 under a path that nobody can guess, and tells the open pages when the vault changed. Indexes
 * what changes, or follows the watcher that already does. Throws `PORT_IN_USE`.
 */
export async function serveReport(
  memory: Memory,
  { port = 0, onUpdate, onProblem, signal, ...asked }: ServeReportOptions = {},
): Promise<ReportServer> {
  const path = `/${randomBytes(16).toString('hex')}/`;
  const stop = new AbortController();
  const listeners = new Set<ServerResponse>();
  let made: { readonly revision: string | null; readonly page: Promise<VaultReport> } | null = null;
  const page = async (): Promise<VaultReport> => {
    const revision = await memory.revision();
    if (made === null || made.revision !== revision) {
      const making = createReport(memory, { ...asked, live: true, signal: stop.signal });
      // A page that was not made is made again by the next request.
      making.catch(() => {
        made = null;
      });
      made = { revision, page: making };
    }
    return made.page;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = refusalOfPageRequest(request, (server.address() as AddressInfo).port, path);
    if (refused !== null) return send(response, refused, 'text/plain; charset=utf-8', '');
    if (request.url === `${path}events`) return listen(response, listeners);
    const { html, contentSecurityPolicy } = await page();
    response.setHeader('content-security-policy', `${contentSecurityPolicy}; frame-ancestors 'none'`);
    send(response, 200, 'text/html; charset=utf-8', request.method === 'HEAD' ? '' : html);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (stop.signal.aborted) {
        response.destroy();
        return;
      }
      // What went wrong may hold text of notes: the page and the caller get its code.
      const code = codeOf(error);
      onProblem?.(code);
      if (response.headersSent) response.destroy();
      else send(response, 500, 'text/plain; charset=utf-8', `The report could not be made (${code}).\n`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'EADDRINUSE' ? portInUse(port, cause) : cause),
    );
    server.listen(port, HOST, resolve);
  });

  const following = follow(stop.signal, memory, onProblem);
  const telling = tell(stop.signal, memory.revision, async () => {
    for (const each of listeners) each.write('event: changed\ndata: 1\n\n');
    onUpdate?.();
  });
  const keeping = setInterval(() => {
    for (const each of listeners) each.write(': still here\n\n');
  }, KEEP_MS);
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      clearInterval(keeping);
      stop.abort();
      for (const each of listeners) each.end();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await Promise.all([closed, telling, following.catch(() => undefined)]);
    })();
    return closing;
  };
  signal?.addEventListener('abort', () => void close(), { once: true });
  if (signal?.aborted === true) await close();
  const done = following.then(() => close());
  // Who does not wait for the end is told here that the vault is no longer followed: no rejection goes unhandled.
  done.catch((error: unknown) => onProblem?.(codeOf(error)));
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo | null)?.port ?? port}${path}`,
    done,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  response.end(body);
}

function listen(response: ServerResponse, listeners: Set<ServerResponse>): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.write('retry: 1000\n\n');
  listeners.add(response);
  response.on('close', () => listeners.delete(response));
}

/** Keeps the index up to date until the signal; does nothing but wait where somebody else already watches. */
async function follow(
  signal: AbortSignal,
  { watch }: Memory,
  onProblem: ServeReportOptions['onProblem'],
): Promise<void> {
  try {
    // What changed is told by the revision, whoever indexed it.
    for await (const event of watch({ signal, maintain: false }))
      if (event.type === 'problem') onProblem?.(event.code);
  } catch (error) {
    if (!MemoraError.isInstance(error) || error.code !== 'VAULT_LOCKED') throw error;
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

/** Calls `changed` whenever the revision is another one than before. */
async function tell(
  signal: AbortSignal,
  revision: Memory['revision'],
  changed: () => Promise<void>,
): Promise<void> {
  let known = await revision().catch(() => null);
  while (!signal.aborted) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ASK_MS);
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
    if (signal.aborted) return;
    const now = await revision().catch(() => known);
    if (now === known) continue;
    known = now;
    await changed();
  }
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'UNEXPECTED';
}

function portInUse(port: number, cause: Error): MemoraError<'PORT_IN_USE'> {
  return new MemoraError(`port ${port} is in use`, {
    code: 'PORT_IN_USE',
    hint: 'Pass another port, or none.',
    cause,
  });
}
