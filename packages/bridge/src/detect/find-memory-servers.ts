import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { makeMemoraFolder } from '@memora/privacy/files';
import { createBridgeEgress } from '../live/create-bridge-egress.ts';
import { openMcpClient } from '../live/mcp-client.ts';
import { detectMemoryServer } from './detect-memory-server.ts';
import type { MemoryServerKind } from './memory-server.ts';

/** A server as another program's settings name it. */
export interface NamedServer {
  readonly name: string;
  /** The program and its arguments; empty if there is a `url`. */
  readonly command: readonly string[];
  readonly url: string | null;
  readonly env: Readonly<Record<string, string>>;
}

/** A server, and the result of asking it for its tools. */
export interface AskedServer {
  readonly server: NamedServer;
  /** The kind of memory server; null for any other server, for Memora itself, and if it is ambiguous. */
  readonly kind: MemoryServerKind | null;
  /** The code of the error if it could not be asked; null if it was. */
  readonly problem: string | null;
}

/**
 * Asks servers for their tools, one after the other, and reports which of them are memory servers. It starts their programs and calls no tool; the caller must
 * have a person's consent.
 */
export async function* findMemoryServers(
  servers: readonly NamedServer[],
  memory: Pick<Memory, 'vault' | 'guard'>,
  { env = process.env, signal }: FindMemoryServersOptions = {},
): AsyncGenerator<AskedServer> {
  makeMemoraFolder(memory.vault);
  const egress = createBridgeEgress(memory, { local: false }, env);
  for (const server of servers) {
    const { name, command, url } = server;
    const place = { name, command, url, env: server.env, token: null, timeoutMs: TIMEOUT_MS, local: false };
    try {
      const caller = await openMcpClient(place, egress, signal ?? new AbortController().signal);
      try {
        yield { server, kind: detectMemoryServer(caller.tools)?.kind ?? null, problem: null };
      } finally {
        await caller.close().catch(() => undefined);
      }
    } catch (error) {
      if (signal?.aborted === true) return;
      yield { server, kind: null, problem: MemoraError.isInstance(error) ? error.code : 'BRIDGE_AWAY' };
    }
  }
}

export interface FindMemoryServersOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 20_000;
