import pg from 'pg';

/** Milliseconds before a cancellation is abandoned. */
const LONGEST = 5_000;

/** What a server needs to cancel a statement: known only to the client that opened the connection. */
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

/**
 * Asks a server, over a separate connection, to cancel the client's current statement. Resolves when the server has received the request or cannot be reached.
 */
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
