import { connect, createServer, type Socket } from 'node:net';

/** What a proxy does with data for the server: pass it on, or cut the connection before or after it. */
export type Cut = 'pass' | 'before' | 'after';

/** A proxy to a test server whose connection can be cut. */
export interface TestProxy extends AsyncDisposable {
  readonly port: number;
  /** Decides for each chunk that a client sends. */
  decide: (bytes: Buffer) => Cut;
  /** Milliseconds by which every answer of the server is delayed. */
  delay: number;
  /** True refuses new connections and closes existing ones. */
  readonly close: (isClosed: boolean) => void;
  /** Returns how often the direction changed towards the server: round trips. */
  readonly trips: () => number;
}

/** Opens a loopback proxy in front of a server's socket. */
export async function openProxy(socketFolder: string, serverPort: number): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  let isClosed = false;
  let trips = 0;
  const proxy: Pick<TestProxy, 'decide' | 'delay'> = { decide: () => 'pass', delay: 0 };
  const server = createServer({ noDelay: true }, (client) => {
    if (isClosed) {
      client.destroy();
      return;
    }
    const upstream = connect(`${socketFolder}/.s.PGSQL.${serverPort}`);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let isAsking = false;
    let isCut = false;
    client.on('data', (bytes) => {
      if (isCut) return;
      if (!isAsking) trips++;
      isAsking = true;
      const decided = proxy.decide(bytes);
      isCut = decided !== 'pass';
      if (decided === 'before') client.destroy();
      // The server receives all of it before the connection ends; its answer is lost.
      else if (decided === 'after') upstream.write(bytes, () => client.destroy());
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      isAsking = false;
      if (isCut) return;
      if (proxy.delay === 0) client.write(bytes);
      else setTimeout(() => client.write(bytes), proxy.delay);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(proxy, {
    port,
    trips: () => trips,
    close: (closed: boolean) => {
      isClosed = closed;
      if (closed) end();
    },
    [Symbol.asyncDispose]: async () => {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
