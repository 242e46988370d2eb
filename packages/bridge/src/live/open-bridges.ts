import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentMemory } from '@memora/agent-memory';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { makeMemoraFolder } from '@memora/privacy/files';
import { bridgeError } from '../bridge-error.ts';
import { readBridgePlaces } from './bridge-place.ts';
import type { Bridges, SyncedBridge } from './bridges.ts';
import { createBridgeEgress } from './create-bridge-egress.ts';
import { createLiveBridge, type LiveBridge } from './create-live-bridge.ts';

export interface OpenBridgesOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly now?: () => Date;
}

/** How long to wait for another process that uses the bridge. */
const PATIENCE_MS = 5_000;

/**
 * Opens the bridges that the config of a vault names. Each connects when it is first needed. `agent` returns the agent memory that they belong to, once it is
 * open.
 *
 * @example
 * const bridges = openBridges(memory, () => agent);
 * const agent = await openAgentMemory({ memory, external: bridges.sources });
 */
export function openBridges(
  memory: Pick<Memory, 'vault' | 'settings' | 'guard'>,
  agent: () => AgentMemory | Promise<AgentMemory>,
  { env = process.env, now = () => new Date() }: OpenBridgesOptions = {},
): Bridges {
  const vaultRoot = memory.vault;
  const bridges = readBridgePlaces(memory.settings, env).map((place) =>
    createLiveBridge(place, {
      vaultRoot,
      agent: async () => agent(),
      now,
      egress: createBridgeEgress(memory, place, env),
    }),
  );
  if (bridges.length > 0) makeMemoraFolder(vaultRoot);
  const each = (chosen: readonly LiveBridge[], wanted: Parameters<LiveBridge['run']>[0]) =>
    Promise.all(chosen.map((bridge) => runInTurn(bridge, wanted)));
  const close = async (): Promise<void> => {
    await Promise.all(bridges.map((bridge) => bridge.close()));
  };
  return {
    names: bridges.map(({ place }) => place.name),
    sources: bridges.flatMap(({ source }) => source ?? []),
    sync: ({ name, ...options } = {}) => {
      const chosen = name === undefined ? bridges : bridges.filter(({ place }) => place.name === name);
      if (chosen.length === 0 && name !== undefined)
        throw bridgeError(
          'BRIDGE_NOT_FOUND',
          'No bridge has this name.',
          'Name one of the [bridge.<name>] of your config.',
        );
      return each(chosen, { pull: true, push: true, ...options });
    },
    pull: (signal) => each(bridges, { pull: true, push: false, ...(signal === undefined ? {} : { signal }) }),
    push: (signal) => each(bridges, { pull: false, push: true, ...(signal === undefined ? {} : { signal }) }),
    relationsOf: async (entity, signal = new AbortController().signal) => {
      const found = await Promise.all(
        bridges.map(async (bridge) => {
          const relations = await (await bridge.remote(signal)).getGraphRelations?.(entity, signal);
          return (relations ?? []).map((relation) => ({ ...relation, source: bridge.place.name }));
        }),
      );
      return found.flat();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Runs a bridge once no other process uses it; reports a problem if one keeps using it. */
async function runInTurn(
  bridge: LiveBridge,
  wanted: Parameters<LiveBridge['run']>[0],
): Promise<SyncedBridge> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await bridge.run(wanted);
    } catch (error) {
      const { code, message } = MemoraError.isInstance(error)
        ? error
        : { code: 'BRIDGE_FAILED', message: `The bridge ${bridge.place.name} failed.` };
      if (code !== 'VAULT_LOCKED' || performance.now() > until)
        return {
          name: bridge.place.name,
          provider: null,
          problem: { code, message },
          pulled: { batch: null, written: 0, held: 0, same: 0, left: {} },
          pushed: { saved: 0, removed: 0 },
          pending: [],
          dead: [],
          refused: [],
          contested: [],
          doubtful: [],
        };
      await sleep(50);
    }
  }
}
