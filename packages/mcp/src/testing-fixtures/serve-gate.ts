import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { GateAnswer, TeamGate } from '../team/identify.ts';

/** A server that only reports the caller: the gate can be tested without the rest of a team's server. */
export interface GateServer extends AsyncDisposable {
  readonly url: string;
  readonly log: readonly string[];
  /** Sends raw bytes; returns the bytes of the reply. */
  readonly raw: (bytes: string) => Promise<string>;
}

export async function serveGate(gate: TeamGate, path = '/mcp'): Promise<GateServer> {
  const log: string[] = [];
  const server = createServer(async (request, response) => {
    const send = ({ status, headers, body }: GateAnswer) => response.writeHead(status, headers).end(body);
    const { url = '/', headers, rawHeaders } = request;
    const described = gate.describeResource(url.split('?')[0] ?? '');
    if (described !== null) return send(described);
    const { caller, refusal } = await gate.identify({ url, headers, rawHeaders });
    if (refusal === undefined) {
      const lacking = url.startsWith(path) ? gate.refuseScope(caller, 'memora:read') : null;
      if (lacking === null)
        return send({
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...caller.principal, workspace: caller.workspace }),
        });
      log.push(lacking.code);
      return send(lacking);
    }
    log.push(refusal.code);
    return send(refusal);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    log,
    raw: (bytes) =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
        const parts: Buffer[] = [];
        socket.on('data', (part) => parts.push(part));
        socket.on('error', () => undefined);
        socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
