import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

interface ConnectionBounds {
  /** Connections at once. */
  readonly most: number;
  /** Connections of one address; null where all of them come from a proxy, which bounds its own clients. */
  readonly mostOfOne: number | null;
  /** Connections that have not sent a whole head yet: one more ends the one that has waited the longest. */
  readonly mostSilent: number;
}

/**
 * Bounds the connections of a server, so that whoever opens many and says nothing takes nobody else's. Where a head is complete the connection is silent
 * no more.
 */
export function boundConnections(server: Server, { most, mostOfOne, mostSilent }: ConnectionBounds): void {
  const silent = new Map<string, Socket>();
  const countByAddress = new Map<string, number>();
  server.maxConnections = most;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket;
    const name = nameOf(socket);
    const count = (countByAddress.get(address) ?? 0) + 1;
    countByAddress.set(address, count);
    silent.set(name, socket);
    socket.on('close', () => {
      if (silent.get(name) === socket) silent.delete(name);
      const left = (countByAddress.get(address) ?? 1) - 1;
      if (left === 0) countByAddress.delete(address);
      else countByAddress.set(address, left);
    });
    const [oldest] = silent.values();
    if (mostOfOne !== null && count > mostOfOne) socket.destroy();
    else if (silent.size > mostSilent) oldest?.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage) => silent.delete(nameOf(socket)));
}

/** The same of a connection and of the TLS that is spoken over it. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
