import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

interface ConnectionBounds {
  /** Maximum number of connections. */
  readonly most: number;
  /**
   * Maximum number of connections from one address; null if all of them come from a proxy, which limits its
   * own clients.
   */
  readonly mostOfOne: number | null;
  /**
   * Maximum number of connections that have not sent a complete head. One more closes the one that has waited
   * longest.
   */
  readonly mostSilent: number;
}

/**
 * Limits the connections of a server, so that a client with many silent connections can't displace those of
 * others. A connection with a complete head is no longer silent.
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

/** The same name for a connection and for the TLS socket over it. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
