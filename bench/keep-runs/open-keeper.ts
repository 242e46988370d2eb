import { type AgentMemory, openAgentMemory } from '@memora/agent-memory';
import { openFacts } from '../context-runs/open-facts.ts';

/** An open memory of this many items, in order. */
export interface Keeper extends AsyncDisposable {
  readonly agent: AgentMemory;
  readonly vault: string;
  readonly size: number;
}

/** Opens a memory of this many items; one from an earlier run in the folder is reused. */
export async function openKeeper(folder: string, size: number): Promise<Keeper> {
  const { vault, env } = await openFacts(folder, size);
  const agent = await openAgentMemory({ vault, env, agent: 'bench', policy: { maxSavesPerSession: null } });
  await agent.memory.index();
  return { agent, vault, size, [Symbol.asyncDispose]: () => agent.close() };
}

/** A task's processor time in milliseconds. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
