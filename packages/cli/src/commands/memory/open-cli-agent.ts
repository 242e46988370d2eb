import { type AgentMemory, openAgentMemory } from '@memora/agent-memory';
import { openCliMemory } from '../../open-cli-memory.ts';
import type { CommandContext } from '../../program/command-spec.ts';

/** The memory of agents in the vault that a command line means. Saves are an agent's: agents run command lines too. */
export async function openCliAgent(
  context: Pick<CommandContext, 'options' | 'io'>,
): Promise<AgentMemory & AsyncDisposable> {
  const memory = await openCliMemory(context);
  await memory.refresh({ first: true });
  const agent = await openAgentMemory({ memory, agent: 'cli' });
  const close = async (): Promise<void> => {
    await agent.close();
    await memory.close();
  };
  return { ...agent, close, [Symbol.asyncDispose]: close };
}
