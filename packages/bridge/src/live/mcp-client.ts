/** The only file that uses the MCP client SDK. All other code works with tools and values. */

import { MemoraError } from '@memora/core';
import type { Egress } from '@memora/privacy';
import { Client, SdkError, SdkErrorCode, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bridgeError } from '../bridge-error.ts';
import type { ToolListing } from '../detect/memory-server.ts';
import { limitReply } from './limit-reply.ts';
import { statusError } from './status-error.ts';

/** The address of a server. */
interface McpPlace {
  /** The name of the bridge. */
  readonly name: string;
  /** The program and its arguments; empty if there is a `url`. */
  readonly command: readonly string[];
  readonly url: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly token: string | null;
  /** The timeout of a call. */
  readonly timeoutMs: number;
  /** True for a program that keeps its data on this machine. */
  readonly local: boolean;
}

/** A connection to a server. */
export interface McpCaller {
  readonly tools: readonly ToolListing[];
  /** Calls a tool. Returns its structured result, or its texts, each parsed if it is JSON. */
  readonly call: (
    tool: string,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<readonly unknown[]>;
  readonly isOpen: () => boolean;
  readonly close: () => Promise<void>;
}

const MOST_BYTES = 10 * 1024 * 1024;
const CONNECT_MS = 20_000;
const MOST_PAGES = 20;

/** Connects to a memory server. Everything sent to it passes the egress, over every transport. */
export async function openMcpClient(
  place: McpPlace,
  egress: Egress,
  signal: AbortSignal,
): Promise<McpCaller> {
  const client = new Client(
    { name: 'memora', version: '0' },
    // Skips the server's output schema: compiling it would run the server's pattern, and it would not make the reply trustworthy.
    {
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
    },
  );
  let isOpen = true;
  client.onclose = () => {
    isOpen = false;
  };
  client.onerror = () => undefined;
  const tools: ToolListing[] = [];
  try {
    await client.connect(transportOf(place, egress), { timeout: CONNECT_MS, signal });
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const asked = cursor === undefined ? undefined : { cursor };
      const { tools: listed, nextCursor } = await client.listTools(asked, { timeout: CONNECT_MS, signal });
      tools.push(...listed.map(({ name, inputSchema }) => ({ name, inputSchema })));
      cursor = nextCursor;
      if (cursor === undefined) break;
    }
  } catch (error) {
    await closeWhole(client).catch(() => undefined);
    throw toBridgeError(error, place.name);
  }
  return {
    tools,
    isOpen: () => isOpen,
    close: () => closeWhole(client),
    call: async (tool, given, ofCall) => {
      if (place.url === null && !place.local) await egress.handOver('mcp', place.name, JSON.stringify(given));
      try {
        const reply = await client.callTool(
          { name: tool, arguments: { ...given } },
          { timeout: place.timeoutMs, signal: ofCall },
        );
        const { isError, structuredContent, content } = reply as {
          isError?: boolean;
          structuredContent?: unknown;
          content?: readonly { readonly type: string; readonly text?: string }[];
        };
        if (isError === true)
          throw bridgeError(
            'BRIDGE_REFUSED',
            `${place.name} refused a call of ${tool.replace(/[^\w.:/-]/gu, '?').slice(0, 80)}.`,
            'It says why in its own log; `memora memory sync` tries again.',
          );
        if (structuredContent !== undefined) return [structuredContent];
        return (content ?? []).flatMap(({ type, text }) =>
          type === 'text' && typeof text === 'string' ? [toValue(text)] : [],
        );
      } catch (error) {
        throw toBridgeError(error, place.name);
      }
    },
  };
}

/** The SDK waits for an ended program with a timer that does not keep the process alive, so this process could exit too early. */
async function closeWhole(client: Client): Promise<void> {
  const hold = setInterval(() => undefined, 60_000);
  try {
    await client.close();
  } finally {
    clearInterval(hold);
  }
}

function transportOf({ command, url, env, token }: McpPlace, egress: Egress) {
  if (url !== null) {
    const send = egress.fetch('mcp');
    return new StreamableHTTPClientTransport(new URL(url), {
      fetch: async (input, init) => limitReply(await send(input, init), MOST_BYTES),
      ...(token === null ? {} : { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
      reconnectionOptions: {
        maxRetries: 0,
        initialReconnectionDelay: 1_000,
        maxReconnectionDelay: 1_000,
        reconnectionDelayGrowFactor: 1,
      },
    });
  }
  const [program = '', ...args] = command;
  return new StdioClientTransport({
    command: program,
    args,
    env: { ...env },
    stderr: 'ignore',
    maxBufferSize: MOST_BYTES,
  });
}

function toValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Describes an error without any text that was sent or received. */
function toBridgeError(error: unknown, name: string): unknown {
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.RequestTimeout)
      return bridgeError(
        'BRIDGE_TIMEOUT',
        `${name} did not answer in time.`,
        'It may be busy; it is tried again.',
      );
    const status = (error as { readonly data?: { readonly status?: unknown } }).data?.status;
    if (typeof status === 'number') return statusError(name, status, null);
    return away(name);
  }
  const { code, name: kind } = error as { readonly code?: unknown; readonly name?: string };
  if (kind === 'AbortError' || kind === 'TimeoutError') return error;
  // A protocol error: the tool is gone, or its arguments changed.
  if (typeof code === 'number')
    return bridgeError(
      'BRIDGE_REFUSED',
      `${name} refused a call.`,
      'Its tools may have changed; Memora checks them again.',
    );
  // MemoraErrors are passed on; of all other errors, nothing is.
  return MemoraError.isInstance(error) ? error : away(name);
}

function away(name: string) {
  return bridgeError(
    'BRIDGE_AWAY',
    `${name} can't be reached.`,
    'Check its command or url in the config; nothing is lost, and it is tried again.',
  );
}
