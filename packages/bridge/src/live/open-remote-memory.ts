import type { Egress } from '@memora/privacy';
import { bridgeError } from '../bridge-error.ts';
import { detectMemoryServer } from '../detect/detect-memory-server.ts';
import type { BridgePlace } from './bridge-place.ts';
import type { RemoteMemory } from './remote-memory.ts';

/** Connects to the memory of a bridge. Throws `BRIDGE_AWAY`, and `BRIDGE_UNKNOWN_SERVER` if its tools are not those of a memory server. */
export async function openRemoteMemory(
  place: BridgePlace,
  egress: Egress,
  signal: AbortSignal,
): Promise<RemoteMemory> {
  if (place.provider === 'mem0-rest') {
    const { createMem0Rest } = await import('./adapters/create-mem0-rest.ts');
    return createMem0Rest({ ...place, url: place.url ?? '' }, egress);
  }
  const { openMcpClient } = await import('./mcp-client.ts');
  const caller = await openMcpClient(place, egress, signal);
  const server = detectMemoryServer(caller.tools);
  // If the config names another kind than the tools suggest, it was written for another server.
  const isMeant = place.provider === null || place.provider === 'generic' || place.provider === server?.kind;
  if (server === null || !isMeant) {
    await caller.close().catch(() => undefined);
    throw bridgeError(
      'BRIDGE_UNKNOWN_SERVER',
      server === null
        ? `The tools of ${place.name} are not those of a memory.`
        : `${place.name} has the tools of ${server.kind}, and the config says ${place.provider}.`,
      'Check its command or url, and its provider, in the config.',
    );
  }
  const { kind } = server;
  if (kind === 'server-memory') {
    const { createGraphMemory } = await import('./adapters/create-graph-memory.ts');
    return createGraphMemory(server, caller);
  }
  if (kind === 'basic-memory') {
    const { createNotesMemory } = await import('./adapters/create-notes-memory.ts');
    return createNotesMemory(server, caller);
  }
  const { createTextMemory } = await import('./adapters/create-text-memory.ts');
  return createTextMemory(server, caller, place.user);
}
