import type { AgentMemory } from '@memora/agent-memory';
import type { Bridges } from '@memora/bridge';
import type { Memory } from '@memora/engine';
import type { CliIo } from '../../cli-io.ts';

/** The bridges of a vault's settings; null if there are none, and then none of their code is loaded. */
export async function openCliBridges(
  memory: Memory,
  agent: () => AgentMemory,
  { env }: Pick<CliIo, 'env'>,
): Promise<Bridges | null> {
  if (Object.keys(memory.settings.config.bridge).length === 0) return null;
  const { openBridges } = await import('@memora/bridge');
  return openBridges(memory, agent, { env });
}
