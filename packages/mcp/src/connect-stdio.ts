import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { holdListenRequests } from './http/hold-listen-requests.ts';
import { createListenStreams } from './http/listen-streams.ts';
import type { ToolService } from './protocol/tool-service.ts';
import { createServer } from './sdk.ts';
import { createSubscriptions } from './subscriptions/create-subscriptions.ts';

/* The connection on stdin and stdout. Its types name nothing of the MCP SDK, because the SDK is bundled and users of this package do not install it. */

/** A running protocol connection. */
export interface McpConnection {
  readonly close: () => Promise<void>;
}

/** Serves one client on this process's stdin and stdout. `onClose` runs when the client has disconnected. */
export function connectStdio(service: ToolService, onClose: () => void): McpConnection {
  const subscriptions = createSubscriptions(service);
  const transport = new StdioServerTransport();
  // The transport ends with the client. A server may be created and closed before that, when a client tries the newer protocol first.
  const closeTransport = transport.close.bind(transport);
  transport.close = async () => {
    await closeTransport();
    onClose();
  };
  const connection = serveStdio(
    ({ era }) => createServer(service, subscriptions, { routed: era === 'modern', folder: process.cwd() }),
    {
      transport,
      onerror: (error) => service.log(`protocol: ${error.name}`),
    },
  );
  const deliver = transport.onmessage?.bind(transport);
  if (deliver !== undefined) {
    transport.onmessage = holdListenRequests(
      createListenStreams(subscriptions),
      deliver,
      (id, { message }) => {
        const error = { code: ProtocolErrorCode.InternalError, message };
        transport.send({ jsonrpc: '2.0', id, error }).catch(() => undefined);
      },
    );
  }
  return {
    close: async () => {
      subscriptions.close();
      await connection.close();
      // If stdin stayed open, it would keep the process alive.
      process.stdin.destroy();
    },
  };
}
