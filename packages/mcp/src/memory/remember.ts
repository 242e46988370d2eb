import type { Admission, AgentMemory, NewMemory, Session } from '@memora/agent-memory';
import { isBand } from '@memora/core';
import type { Memory } from '@memora/engine';
import { dropTreacherous } from '@memora/language/text';
import * as z from 'zod';
import { list, text } from '../protocol/fields.ts';
import type { ToolCall, ToolClient, ToolDefinition, ToolInput } from '../protocol/tool-definition.ts';
import { admission, allKinds, kinds, toAdmissionJson } from './memory-outputs.ts';
import { openAgentSession } from './open-agent-session.ts';

/** The arguments of a save besides its statement. */
export const aboutSave = () => ({
  kind: kinds().optional(),
  lasts: z.enum(['day', 'project', 'always']).optional().describe("day: today's notes"),
  said_by: text().optional().describe('user, own_work or tool:<where>'),
  valid_until: text().optional().describe('YYYY-MM-DD'),
  quote: text().optional().describe("the user's own words, verbatim"),
});

/** Arguments of a save in earlier versions. */
export const formerSave = () => ({
  kind: allKinds().optional(),
  lasts: z.enum(['moment', 'day', 'project', 'always']).optional(),
  tags: list(text()).optional(),
  entity: text().optional(),
  supersedes: text().optional(),
  valid_from: text().optional(),
  privacy: z.enum(['public', 'private', 'secret']).optional(),
});

/** `memora_remember`: one statement for later sessions. */
export const remember: ToolDefinition = {
  name: 'memora_remember',
  title: 'Remember',
  description:
    'Save one fact that a later session needs, as a self-contained sentence. Where `ask` names a memory that this one replaces, call memora_supersede with its id and by: the new id. Example: {"content":"Harbor deploys on Tuesdays.","said_by":"user"}',
  isCore: false,
  isMemory: true,
  isReadOnly: false,
  indexes: true,
  cli: 'memory save',
  differs: {
    id: 'an agent reads the first characters of an id',
    memory_id: 'a program reads all of it',
    why: 'in words',
    code: 'in fields',
    hidden: 'in words',
    secret: 'in words',
    target: 'a program reads it',
    trust: 'a program reads it',
    band: 'a program reads it',
    reasons: 'a program reads them',
    similar: 'the tool asks about them',
    grounding: 'a program reads it',
    saves_left: 'a program reads it',
  },
  example: { content: 'ok' },
  input: () => z.strictObject({ content: text(), ...aboutSave() }),
  former: () => formerSave(),
  output: () => admission(),
  run: (memory, input, call) =>
    input['lasts'] === 'day'
      ? noteDay(memory, String(input['content']), call)
      : rememberFor(memory, (session) => session.remember(toNewMemory(input)), call),
};

/** Adds a line to the daily note, which sessions of the next three days start with. */
async function noteDay(
  memory: Memory,
  content: string,
  { client, signal, notesChanged }: Pick<ToolCall, 'client' | 'signal' | 'notesChanged'>,
): Promise<Record<string, unknown>> {
  signal.throwIfAborted();
  const { session, written } = await openAgentSession(memory, client);
  await session.note(content);
  notesChanged();
  written();
  return { decision: 'accept', id: null, why: "it is in today's notes" };
}

/** Saves a memory. Asks the person if their confirmation is needed and the client supports it, and asks the caller about similar memories. */
export async function rememberFor(
  memory: Memory,
  save: (session: Session) => Promise<Admission>,
  { client, signal, notesChanged }: Pick<ToolCall, 'client' | 'signal' | 'notesChanged'>,
): Promise<Record<string, unknown>> {
  signal.throwIfAborted();
  const { agent, session, written } = await openAgentSession(memory, client);
  const { askAbout, shortMemoryId } = await import('../engine.ts');
  const decided = await save(session);
  const isConfirmed = await askPerson(decided, agent, client);
  const admission = isConfirmed ? { ...decided, held: null } : decided;
  if (admission.memoryId !== null) notesChanged();
  written();
  const { id, ...json } = toAdmissionJson(admission, await askAbout(admission, agent));
  return { ...json, id: typeof id === 'string' ? shortMemoryId(id) : null };
}

/**
 * Asks the person at the client whether a held memory, or one attributed to the user, may be used as the
 * person's own; true if they agreed.
 */
async function askPerson(
  { held, memoryId }: Admission,
  agent: AgentMemory,
  client: ToolClient | undefined,
): Promise<boolean> {
  const ask = memoryId === null ? null : (client?.ask() ?? null);
  if (ask === null || memoryId === null) return false;
  const [saved] = await agent.get([memoryId], { brief: true });
  if (held === null && (saved?.saidBy !== 'user' || saved.trust === 1)) return false;
  const shown = dropTreacherous(saved?.text ?? '')
    .replace(/\s+/gu, ' ')
    .slice(0, LONGEST_QUESTION);
  // A client that disconnects, or a person who does not answer, has not agreed.
  if (!(await ask(`Remember: “${shown}”?`).catch(() => false))) return false;
  await agent.confirm(memoryId, { reason: `confirmed in ${client?.name() ?? 'the client'}` });
  return true;
}

const LONGEST_QUESTION = 500;

/** The memory in a tool's arguments. */
export function toNewMemory(input: ToolInput): NewMemory {
  const { content, kind, tags, entity, quote, supersedes, privacy, lasts } = input;
  const { valid_from: validFrom, valid_until: validUntil, said_by: saidBy } = input;
  return {
    content: String(content),
    ...(typeof kind === 'string' ? { kind: kind as NonNullable<NewMemory['kind']> } : {}),
    ...(typeof lasts === 'string' ? { lasts: lasts as NonNullable<NewMemory['lasts']> } : {}),
    ...(typeof saidBy === 'string' ? { saidBy } : {}),
    ...(Array.isArray(tags) ? { tags: tags.map(String) } : {}),
    ...(typeof entity === 'string' ? { entity } : {}),
    ...(typeof quote === 'string' ? { quote } : {}),
    ...(typeof supersedes === 'string' ? { supersedes } : {}),
    ...(typeof validFrom === 'string' ? { validFrom } : {}),
    ...(typeof validUntil === 'string' ? { validUntil } : {}),
    ...(isBand(privacy) ? { privacy } : {}),
  };
}
