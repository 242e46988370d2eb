import type { MemoryDetail } from '@memora/agent-memory';
import * as z from 'zod';
import { described, list, SECRET_TEXT, text } from '../protocol/fields.ts';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { openAgentSession } from './open-agent-session.ts';

/** `memora_get_memories`: memories in full. */
export const getMemories: ToolDefinition = {
  name: 'memora_get_memories',
  title: 'Read memories',
  description: 'Memories in full: text, the turn each rests on, history, what replaced it.',
  isCore: false,
  isMemory: true,
  isReadOnly: true,
  paged: 'memories',
  cli: 'memory show',
  redacted: SECRET_TEXT,
  example: { ids: ['mem_k3f9q2x7m1ab'] },
  input: () => z.strictObject({ ids: list(text()) }),
  output: () => z.strictObject({ memories: z.array(described()) }),
  run: async (memory, { ids }, { client }) => {
    const { agent, session } = await openAgentSession(memory, client);
    const found = await agent.get((ids as readonly unknown[]).map(String));
    session.show(found.map(({ memoryId }) => memoryId));
    const notes = found.flatMap(({ evidence }) => evidence.map(({ note }) => note));
    const nameOf = await memory.nameNotes(notes);
    return { memories: found.map((detail) => toMemoryJson(detail, nameOf)) };
  },
};

/** A memory in full as clients and `--json` read it. */
export function toMemoryJson(
  detail: MemoryDetail,
  nameOf: (path: string) => string,
): Record<string, unknown> {
  const { memoryId, kind, text, status, held, trust, band, created, entity, tags, source } = detail;
  return {
    memory_id: memoryId,
    kind,
    text,
    status,
    held,
    trust,
    band,
    source,
    created,
    entity,
    tags,
    agent: detail.agent,
    session: detail.session,
    valid_from: detail.validFrom,
    valid_until: detail.validUntil,
    ...(detail.quotedByAgent === null ? {} : { quoted_by_agent: detail.quotedByAgent }),
    evidence: detail.evidence.map((each) => ({ ...each, note: nameOf(each.note) })),
    history: detail.history.map(({ at, kind: what, relatedId }) => ({
      at,
      kind: what,
      related_id: relatedId,
    })),
    supersedes: detail.supersedes,
    superseded_by: detail.supersededBy,
    said_again: detail.saidAgain,
  };
}
