import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** A person's request, with the paths of its notes. */
export interface Passed {
  readonly operation: string;
  readonly paths: readonly string[];
}

/** Requests that don't arrive, and requests whose answer is lost. */
export interface Cuts {
  readonly request?: (passed: Passed) => boolean;
  readonly answer?: (passed: Passed) => boolean;
}

/** A proxy between people and the team's server that breaks connections. */
export async function openCuttingProxy(target: string): Promise<
  AsyncDisposable & {
    readonly address: string;
    /** The requests since the last call. From now on these requests are cut off. */
    readonly cut: (cuts: Cuts) => Passed[];
  }
> {
  let cuts: Cuts = {};
  let sent: Passed[] = [];
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const { operation, arguments: given } = JSON.parse(body) as {
      readonly operation: string;
      readonly arguments: { readonly notes?: unknown };
    };
    const pieces = Array.isArray(given.notes) ? (given.notes as { readonly path: string }[]) : [];
    const passed = { operation, paths: pieces.map(({ path }) => path) };
    sent.push(passed);
    if (cuts.request?.(passed) === true) return request.socket.destroy();
    const headers = {
      authorization: request.headers.authorization ?? '',
      'content-type': 'application/json',
    };
    const reply = await fetch(new URL('/team', target), { method: 'POST', headers, body });
    const text = await reply.text();
    if (cuts.answer?.(passed) === true) return request.socket.destroy();
    return response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as { readonly port: number }).port}`,
    cut: (chosen) => {
      const before = sent;
      [cuts, sent] = [chosen, []];
      return before;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
