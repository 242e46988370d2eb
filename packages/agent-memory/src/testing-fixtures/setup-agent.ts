import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentMemory, AgentMemoryOptions } from '../agent-memory.ts';
import { openAgentMemory } from '../open-agent-memory.ts';

/** A temporary vault with an agent's memory; removed on disposal. */
export interface AgentSetup extends AsyncDisposable {
  readonly root: string;
  readonly agent: AgentMemory;
  /** Paths of all files except `.memora/` and the learning log, in order. */
  readonly files: () => Promise<string[]>;
  readonly read: (path: string) => Promise<string>;
  /** Opens another memory over the same vault; closed with this one. */
  readonly reopen: (options?: Partial<AgentMemoryOptions>) => Promise<AgentMemory>;
}

export async function setupAgent(options: Partial<AgentMemoryOptions> = {}): Promise<AgentSetup> {
  const root = await mkdtemp(join(tmpdir(), 'agent-'));
  const opened: AgentMemory[] = [];
  const reopen = async (more: Partial<AgentMemoryOptions> = {}): Promise<AgentMemory> => {
    const policy = { maxSavesPerSession: null };
    const agent = await openAgentMemory({ vault: root, agent: 'helper', policy, ...options, ...more });
    opened.push(agent);
    return agent;
  };
  return {
    root,
    agent: await reopen(),
    reopen,
    files: async () => {
      const all = await readdir(root, { recursive: true, withFileTypes: true });
      return all
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .filter((path) => !path.startsWith('.memora') && path !== '_learning.md')
        .sort();
    },
    read: (path) => readFile(join(root, path), 'utf8'),
    [Symbol.asyncDispose]: async () => {
      for (const agent of opened) await agent.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
