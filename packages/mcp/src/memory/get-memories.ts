import * as z from 'zod';
import { memoryInFull } from '../outputs/memory-output.ts';
import { list, SECRET_TEXT, text, unlisted } from '../protocol/fields.ts';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { openAgentSession } from './open-agent-session.ts';

/** `memora_get_memories`: memories in full. */
export const getMemories: ToolDefinition = {
  name: 'memora_get_memories',
  title: 'Read memories',
  description:
    'Memories in full: text, the turn each rests on, history, what replaced it. Example: {"ids":["mem_…"]}',
  isCore: false,
  isMemory: true,
  isReadOnly: true,
  paged: 'memories',
  cli: 'memory show',
  cliItem: 'memories',
  redacted: SECRET_TEXT,
  example: { ids: ['mem_k3f9q2x7m1ab'] },
  input: () => z.strictObject({ ids: list(text()) }),
  output: () => z.strictObject({ memories: unlisted(z.array(memoryInFull())) }),
  run: async (memory, { ids }, { client }) => {
    const { agent, session } = await openAgentSession(memory, client);
    const found = await agent.get((ids as readonly unknown[]).map(String));
    session.show(found.map(({ memoryId }) => memoryId));
    const { toMemoryJson } = await import('../engine.ts');
    const notes = found.flatMap(({ path, evidence }) => [path, ...evidence.map(({ note }) => note)]);
    const nameOf = await memory.nameNotes(notes);
    return { memories: found.map((detail) => toMemoryJson(detail, nameOf)) };
  },
};
