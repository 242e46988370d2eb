import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** Forwards connections to several ports in turn; skips a port that refuses. */
export async function startPassing(
  ports: readonly number[],
): Promise<AsyncDisposable & { readonly url: string }> {
  let turn = 0;
  const server = createServer((client) => pass(client, ports.length));
  const pass = (client: Socket, left: number) => {
    const port = ports[turn++ % ports.length];
    if (port === undefined || left === 0) {
      client.destroy();
      return;
    }
    const target = connect({ host: '127.0.0.1', port });
    target.once('error', () => (target.bytesWritten === 0 ? pass(client, left - 1) : client.destroy()));
    target.once('connect', () => {
      client.pipe(target).pipe(client);
      target.on('close', () => client.destroy());
    });
    client.on('error', () => target.destroy());
    client.on('close', () => target.destroy());
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
