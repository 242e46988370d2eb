import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small proxy that sends each request to the next of some servers, like a stateless load balancer. */
export async function startBalancer(): Promise<
  AsyncDisposable & {
    readonly url: string;
    readonly targets: string[];
    readonly given: number[];
    /** Breaks all connections. */
    readonly cut: () => void;
  }
> {
  const targets: string[] = [];
  const given: number[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const at = turn++ % targets.length;
    given[at] = (given[at] ?? 0) + 1;
    const { hostname, port } = new URL(targets[at] as string);
    const forwarded = ask(
      { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        outgoing.flushHeaders();
        reply.pipe(outgoing);
        reply.on('error', () => outgoing.destroy());
      },
    );
    forwarded.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    given,
    cut: () => server.closeAllConnections(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
