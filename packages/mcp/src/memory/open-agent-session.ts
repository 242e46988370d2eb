import type { AgentMemory, Session } from '@memora/agent-memory';
import type { Memory } from '@memora/engine';
import type { ToolClient } from '../protocol/tool-definition.ts';
import { bridgesOf } from './bridges-of.ts';

/** The memory of the agent that calls through a client, and its session. */
interface AgentSession {
  readonly agent: AgentMemory;
  readonly session: Session;
  /** Called after a memory was saved, replaced or forgotten, so that bridges write it. */
  readonly written: () => void;
}

interface OpenedAgent {
  readonly agent: Promise<Omit<AgentSession, 'session'>>;
  /** Sessions by the session of the host that they are bound to. */
  readonly sessions: Map<string | null, Promise<Session>>;
}

const opened = new WeakMap<object, WeakMap<Memory, OpenedAgent>>();

/**
 * One session while a client is connected, because saves and shown memories are counted by session. If the client's hooks reported the session of the server's
 * folder, it is that session: the person's words there can be quoted.
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
  // Loaded with the engine, because a server answers before that.
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
