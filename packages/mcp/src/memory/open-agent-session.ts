import type { AgentMemory, Session } from '@memora/agent-memory';
import type { Memory } from '@memora/engine';
import type { ToolClient } from '../protocol/tool-definition.ts';
import { bridgesOf } from './bridges-of.ts';

/** The memory of the agent behind a client, and its session. */
interface AgentSession {
  readonly agent: AgentMemory;
  readonly session: Session;
  /** Says that something was remembered, replaced or forgotten: other memories are told. */
  readonly written: () => void;
}

const sessions = new WeakMap<object, WeakMap<Memory, Promise<AgentSession>>>();

/** One session for as long as a client is connected: what it may save, and what it was shown, are counted by session. */
export function openAgentSession(memory: Memory, client?: ToolClient): Promise<AgentSession> {
  const { key, name } = client ?? { key: memory, name: () => null };
  const byMemory = sessions.get(key) ?? new WeakMap<Memory, Promise<AgentSession>>();
  sessions.set(key, byMemory);
  const opened = byMemory.get(memory) ?? open(memory, name());
  byMemory.set(memory, opened);
  return opened;
}

async function open(memory: Memory, name: string | null): Promise<AgentSession> {
  // With the engine: a server answers before it is loaded.
  const { openAgentMemory } = await import('../engine.ts');
  const bridges = await bridgesOf(memory);
  const agent = await openAgentMemory({
    memory,
    ...(name === null ? {} : { agent: name }),
    external: bridges?.sources ?? [],
  });
  bridges?.begin();
  const session = await agent.session(name === null ? {} : { client: name });
  return { agent, session, written: () => bridges?.written() };
}
