import { type AgentMemory, openAgentMemory } from '@memora/agent-memory';
import type { Bridges } from '@memora/bridge';
import { openCliMemory } from '../../open-cli-memory.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { openCliBridges } from '../bridge/open-cli-bridges.ts';

/** An agent's memory on a command line. */
interface CliAgent extends AgentMemory {
  /** The bridges to memories of other systems; null if the settings have none. */
  readonly bridges: Bridges | null;
}

/**
 * The agent memory of the vault that a command line names. Saves count as an agent's, because agents run
 * command lines too.
 */
export async function openCliAgent(context: Pick<CommandContext, 'options' | 'io'>): Promise<CliAgent> {
  const memory = await openCliMemory(context);
  await memory.refresh({ first: true });
  const bridges = await openCliBridges(memory, () => agent, context.io);
  const agent = await openAgentMemory({ memory, agent: 'cli', external: bridges?.sources ?? [] });
  const close = async (): Promise<void> => {
    await bridges?.close();
    await agent.close();
    await memory.close();
  };
  return { ...agent, bridges, close, [Symbol.asyncDispose]: close };
}
