import type { Admission, AgentMemory, NewMemory } from '@memora/agent-memory';
import { isBand } from '@memora/core';
import type { Memory } from '@memora/engine';
import { dropTreacherous } from '@memora/language/text';
import type { ToolCall, ToolClient, ToolDefinition, ToolInput } from '../protocol/tool-definition.ts';
import { ADMISSION, KINDS, toAdmissionJson } from './memory-outputs.ts';
import { openAgentSession } from './open-agent-session.ts';

const text = { type: 'string' } as const;

/** `memora_remember`: one statement for later sessions. */
export const remember: ToolDefinition = {
  name: 'memora_remember',
  title: 'Remember',
  description:
    'Save one fact that a later session needs, not what is so for a moment or known from your instructions. Quote the user where they said it.',
  isCore: false,
  isMemory: true,
  isReadOnly: false,
  indexes: true,
  inputSchema: {
    type: 'object',
    properties: {
      content: { ...text, description: 'one statement' },
      kind: KINDS,
      tags: { type: 'array', items: text },
      entity: { ...text, description: 'what it is about' },
      quote: { ...text, description: "the user's words, from a recorded turn" },
      supersedes: { ...text, description: 'memory_id that it replaces' },
      valid_from: { ...text, description: 'date' },
      privacy: { type: 'string', enum: ['public', 'private', 'secret'] },
    },
    required: ['content'],
    additionalProperties: false,
  },
  outputSchema: ADMISSION,
  run: (memory, input, call) => rememberFor(memory, input, call),
};

/** Remembers what a tool was given, and asks the person where that lets it be used and the client can. */
export async function rememberFor(
  memory: Memory,
  input: ToolInput,
  { client, signal, notesChanged }: Pick<ToolCall, 'client' | 'signal' | 'notesChanged'>,
): Promise<Record<string, unknown>> {
  signal.throwIfAborted();
  const { agent, session, written } = await openAgentSession(memory, client);
  const decided = await session.remember(toNewMemory(input));
  const isConfirmed = await askPerson(decided, String(input['content']), agent, client);
  const admission = isConfirmed ? { ...decided, held: null } : decided;
  if (admission.memoryId !== null) notesChanged();
  written();
  const similar = await agent.get(admission.similar.map(({ id }) => id));
  const lines = new Map(
    similar.map(({ memoryId, text, band }) => [memoryId, band === 'secret' ? null : text]),
  );
  return toAdmissionJson(admission, (id) => lines.get(id)?.slice(0, LONGEST_LINE) ?? null);
}

/** Asks the person at the client whether what is held may be used; true where they said yes. */
async function askPerson(
  { held, memoryId }: Admission,
  content: string,
  agent: AgentMemory,
  client: ToolClient | undefined,
): Promise<boolean> {
  const ask = held === null || memoryId === null ? null : (client?.ask() ?? null);
  if (ask === null || memoryId === null) return false;
  const shown = dropTreacherous(content).replace(/\s+/gu, ' ').slice(0, LONGEST_QUESTION);
  // A client that breaks off, and a person who does not answer, have not said yes.
  if (!(await ask(`Remember: “${shown}”?`).catch(() => false))) return false;
  await agent.confirm(memoryId, { reason: `confirmed in ${client?.name() ?? 'the client'}` });
  return true;
}

const LONGEST_QUESTION = 500;
const LONGEST_LINE = 200;

function toNewMemory(input: ToolInput): NewMemory {
  const { content, kind, tags, entity, quote, supersedes, privacy, valid_from: validFrom } = input;
  return {
    content: String(content),
    ...(typeof kind === 'string' ? { kind: kind as NonNullable<NewMemory['kind']> } : {}),
    ...(Array.isArray(tags) ? { tags: tags.map(String) } : {}),
    ...(typeof entity === 'string' ? { entity } : {}),
    ...(typeof quote === 'string' ? { quote } : {}),
    ...(typeof supersedes === 'string' ? { supersedes } : {}),
    ...(typeof validFrom === 'string' ? { validFrom } : {}),
    ...(isBand(privacy) ? { privacy } : {}),
  };
}
