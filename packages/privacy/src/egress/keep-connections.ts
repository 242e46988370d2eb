import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { connectPinned, type PinnedTarget } from './connect-pinned.ts';

/** Connections that stand for a while after a reply was read. */
interface KeptConnections {
  /** What `http.request` takes to use one that is free, or to open one to an address that was checked. */
  readonly to: (target: PinnedTarget) => ClientRequestArgs;
  readonly close: () => void;
}

type PinnedArgs = ClientRequestArgs & { readonly pinned: PinnedTarget; readonly place: string };

/**
 * Keeps connections for `idleMs` after their last reply. One is used again for the same scheme, name, port and addresses alone: the name is resolved and checked for each request, and where it leads
 * elsewhere by then, a new connection is made. None keeps the process alive.
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

/** What has to be the same for a connection to be used again. */
function placeOf({ secure, hostname, port, resolved }: PinnedTarget): string {
  return `${secure ? 'https' : 'http'} ${hostname} ${port} ${[...resolved.addresses].sort().join(' ')}`;
}
