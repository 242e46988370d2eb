import type { NewMemory } from '@memora/agent-memory';
import type { TeamAdmission, TeamRemembering } from '@memora/agent-memory/internal';
import type { Memory } from '@memora/engine';
import { type GroupScope, type ScopeKind, shownPath } from '@memora/postgres';
import * as z from 'zod';
import { forget } from '../../memory/forget.ts';
import { admission, toAdmissionJson } from '../../memory/memory-outputs.ts';
import { aboutSave, formerSave, remember, toNewMemory } from '../../memory/remember.ts';
import { supersede } from '../../memory/supersede.ts';
import { text, unlisted } from '../../protocol/fields.ts';
import { ServerError } from '../../protocol/server-error.ts';
import type { ToolCall, ToolDefinition, ToolInput } from '../../protocol/tool-definition.ts';
import { teamOf, toWriteOptions, toWritten, waiting, written } from './to-written.ts';
import { scope } from './write-tools.ts';

/** The arguments of a save besides its statement. A team has no daily notes. */
const aboutTeamSave = () => ({
  ...aboutSave(),
  lasts: z.enum(['moment', 'project', 'always']).optional(),
  entity: text().optional().describe('its subject'),
});
const formerTeamSave = () => {
  const { tags, valid_from, privacy } = formerSave();
  return { tags, valid_from, privacy };
};

const note = () => {
  const { path, version, indexed, wait_for } = written().shape;
  return { path, version, indexed, wait_for };
};

const saved = () =>
  admission().extend({
    similar: z
      .array(z.string())
      .optional()
      .describe(
        'memories about the same: read them with memora_get_note, and supersede those that are no longer true',
      ),
    ...Object.fromEntries(Object.entries(note()).map(([name, field]) => [name, unlisted(field.optional())])),
  });

/** `memora_remember` of a team: one statement in the caller's own scope, or in one that is shared. */
export const teamRemember: ToolDefinition = {
  ...ofATeam(remember),
  description:
    'Save one fact that a later session needs, as a self-contained sentence: for the caller, or with scope for all who share it. Where `similar` names a memory that this one replaces, call memora_supersede with its id and by: the new id.',
  input: () =>
    z.strictObject({
      content: text(),
      ...aboutTeamSave(),
      scope: scope('user|workspace').describe('user by default, workspace, or @ and the name of your group'),
      ...waiting(),
    }),
  former: formerTeamSave,
  output: saved,
  run: (memory, { scope: kind = 'user', ...input }, call) =>
    save(memory, input, call, (memories) =>
      memories.remember(toNewMemory(input), shownPath(kind as ScopeKind | GroupScope, '')),
    ),
};

/** `memora_supersede` of a team: the older memory stays as history, in its scope. */
export const teamSupersede: ToolDefinition = {
  ...ofATeam(supersede),
  input: () =>
    z.strictObject({
      id: text().describe('its id, or its path as shown'),
      by: text().optional(),
      content: text().optional(),
      ...waiting(),
    }),
  former: () => ({ ...formerTeamSave(), ...aboutTeamSave(), reason: text().optional() }),
  output: saved,
  run: (memory, { id, by, ...input }, call) => {
    if ((by === undefined) === (input['content'] === undefined))
      throw new ServerError('give by or content, not both', {
        code: 'INPUT_INVALID',
        hint: 'by is the id that a save returned; content is the new statement.',
      });
    const replacing: NewMemory | { readonly by: string } =
      by === undefined ? toNewMemory(input) : { by: String(by).trim() };
    return save(memory, input, call, (memories) => memories.supersede(String(id).trim(), replacing));
  },
};

/** `memora_forget` of a team: the note is removed, and its versions stay. */
export const teamForget: ToolDefinition = {
  ...ofATeam(forget),
  description:
    'Forget a memory. Its versions are kept, and a person can restore one. To correct it, call memora_supersede.',
  example: { id: 'mem_k3f9q2x7m1ab' },
  input: () => z.strictObject({ id: text().describe('its id, or its path as shown'), ...waiting() }),
  // The log contains no words of notes.
  former: () => ({ reason: text().optional() }),
  output: () => z.strictObject({ forgotten: z.string(), ...note() }),
  run: async (memory, input, call) => {
    const memories = await open(memory, input, call);
    const { forgotten, written: gone } = await memories.forget(String(input['id']).trim());
    call.notesChanged();
    return { forgotten, ...toNote(gone) };
  },
};

/** A vault's tool without the parts that only a vault has, such as the name of a command that does the same. */
function ofATeam({ cli: _, differs: __, ...tool }: ToolDefinition): ToolDefinition {
  return tool;
}

async function save(
  memory: Memory,
  input: ToolInput,
  call: ToolCall,
  work: (memories: TeamRemembering) => Promise<TeamAdmission>,
): Promise<Record<string, unknown>> {
  const decided = await work(await open(memory, input, call));
  if (decided.written !== null) call.notesChanged();
  const similar = decided.similar.map(({ id }) => id);
  return {
    ...toAdmissionJson(decided, null),
    ...(decided.code === 'rate_limited'
      ? { why: 'too many saves within an hour: a later one can save it' }
      : {}),
    ...(similar.length === 0 || decided.memoryId === null ? {} : { similar }),
    ...(decided.written === null ? {} : toNote(decided.written)),
  };
}

async function open(
  memory: Memory,
  input: ToolInput,
  { client, signal }: ToolCall,
): Promise<TeamRemembering> {
  signal.throwIfAborted();
  // Loaded with the first memory: a server answers before that.
  const { openTeamRemembering } = await import('@memora/agent-memory/internal');
  return openTeamRemembering(teamOf(memory), {
    agent: client?.name() ?? null,
    ...toWriteOptions(input, signal),
  });
}

function toNote(done: Parameters<typeof toWritten>[0]) {
  const { path, version, indexed, wait_for } = toWritten(done);
  return { path, version, indexed, ...(wait_for === undefined ? {} : { wait_for }) };
}
