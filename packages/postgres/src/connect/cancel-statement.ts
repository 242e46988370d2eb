import pg from 'pg';

/** Milliseconds until a cancellation is given up. */
const LONGEST = 5_000;

/** What a server is told to cancel by: both are known to whoever opened the connection alone. */
interface Backend {
  readonly processID: number | null;
  readonly secretKey: number | null;
}

interface Wire {
  readonly on: (event: string, work: () => void) => void;
  readonly cancel: (processID: number, secretKey: number) => void;
  readonly connect: (port: number | string, host?: string) => void;
  readonly stream: { readonly destroy: () => void };
}

/** Asks a server, over a connection of its own, to end the statement that a client waits for. Over when the server has heard it, or cannot be reached. */
export function cancelStatement(client: pg.PoolClient): Promise<void> {
  const { processID, secretKey } = client as unknown as Backend;
  const { host, port, ssl } = client as unknown as { host: string; port: number; ssl: boolean };
  if (processID === null || secretKey === null) return Promise.resolve();
  return new Promise((resolve) => {
    const wire = new pg.Connection({ ssl }) as unknown as Wire;
    const end = () => {
      clearTimeout(timer);
      wire.stream.destroy();
      resolve();
    };
    const timer = setTimeout(end, LONGEST);
    for (const event of ['error', 'end']) wire.on(event, end);
    wire.on(ssl ? 'sslconnect' : 'connect', () => wire.cancel(processID, secretKey));
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
    else wire.connect(port, host);
  });
}
