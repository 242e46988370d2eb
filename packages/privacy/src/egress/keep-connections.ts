import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { connectPinned, type PinnedTarget } from './connect-pinned.ts';

/** Connections that are kept for a while after a reply. */
interface KeptConnections {
  /** The `http.request` arguments that reuse an idle connection, or open one to a checked address. */
  readonly to: (target: PinnedTarget) => ClientRequestArgs;
  readonly close: () => void;
}

type PinnedArgs = ClientRequestArgs & { readonly pinned: PinnedTarget; readonly place: string };

/**
 * Keeps connections for `idleMs` after their last reply. A connection is reused only for the same scheme, name, port and addresses: the name is resolved and
 * checked for each request, and if it leads elsewhere by then, a new connection is made. Idle connections do not keep the process alive.
 */
export function keepConnections(idleMs: number): KeptConnections {
  const agent = new PinnedAgent({ keepAlive: true, timeout: idleMs, maxFreeSockets: 16, scheduling: 'lifo' });
  return {
    to: (pinned) => ({ agent, pinned, place: placeOf(pinned) }) as PinnedArgs,
    close: () => agent.destroy(),
  };
}

class PinnedAgent extends Agent {
  override createConnection(
    options: ClientRequestArgs,
    given: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const { pinned } = options as PinnedArgs;
    connectPinned(pinned).then(
      (socket) => given(null, socket),
      (error: Error) => given(error, undefined as never),
    );
  }

  override getName(options?: ClientRequestArgs): string {
    return (options as PinnedArgs).place;
  }
}

/** The key under which a connection can be reused. */
function placeOf({ secure, hostname, port, resolved }: PinnedTarget): string {
  return `${secure ? 'https' : 'http'} ${hostname} ${port} ${[...resolved.addresses].sort().join(' ')}`;
}
