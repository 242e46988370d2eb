import type { AgentMemory, Session } from '@memora/agent-memory';
import type { Memory } from '@memora/engine';
import type { ToolClient } from '../protocol/tool-definition.ts';
import { bridgesOf } from './bridges-of.ts';

/** The memory of the agent that calls through a client, and its session. */
interface AgentSession {
  readonly agent: AgentMemory;
  readonly session: Session;
  /** Says that something was remembered, replaced or forgotten: other memories are told. */
  readonly written: () => void;
}

interface OpenedAgent {
  readonly agent: Promise<Omit<AgentSession, 'session'>>;
  /** By the session of the host that it is bound to. */
  readonly sessions: Map<string | null, Promise<Session>>;
}

const opened = new WeakMap<object, WeakMap<Memory, OpenedAgent>>();

/**
 * One session for as long as a client is connected: what it may save, and what it was shown, are counted by session. Where hooks of the client told which session it works
 * on in the folder of the server, it is that one: what the person said there can be quoted.
 */
export async function openAgentSession(memory: Memory, client?: ToolClient): Promise<AgentSession> {
  const { key, name, folder } = client ?? { key: memory, name: () => null };
  const byMemory = opened.get(key) ?? new WeakMap<Memory, OpenedAgent>();
  opened.set(key, byMemory);
  const { agent, sessions } = byMemory.get(memory) ?? { agent: open(memory, name()), sessions: new Map() };
  byMemory.set(memory, { agent, sessions });
  const { boundSession } = await import('../engine.ts');
  const bound = folder === undefined ? null : boundSession(memory.vault, folder, new Date());
  const session = sessions.get(bound) ?? begin(agent, bound, name());
  sessions.set(bound, session);
  return { ...(await agent), session: await session };
}

async function begin(
  opening: OpenedAgent['agent'],
  id: string | null,
  name: string | null,
): Promise<Session> {
  const { agent } = await opening;
  return agent.session({ ...(id === null ? {} : { id }), ...(name === null ? {} : { client: name }) });
}

async function open(memory: Memory, name: string | null): Promise<Omit<AgentSession, 'session'>> {
  // With the engine: a server answers before it is loaded.
  const { openAgentMemory } = await import('../engine.ts');
  const bridges = await bridgesOf(memory);
  const agent = await openAgentMemory({
    memory,
    ...(name === null ? {} : { agent: name }),
    external: bridges?.sources ?? [],
  });
  bridges?.begin();
  return { agent, written: () => bridges?.written() };
}
