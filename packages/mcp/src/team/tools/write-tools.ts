import { isBand } from '@memora/core';
import type { TeamDecision } from '@memora/engine/team';
import type { GroupScope, ScopeKind } from '@memora/postgres';
import * as z from 'zod';
import { filled, text } from '../../protocol/fields.ts';
import { ServerError } from '../../protocol/server-error.ts';
import type { ToolDefinition } from '../../protocol/tool-definition.ts';
import { zodOf } from '../../protocol/zod-of.ts';
import { capture, toHidden } from '../../tools/capture.ts';
import { teamOf, toWriteOptions, toWritten, writeInputs, written as writtenSchema } from './to-written.ts';

/** The name of a scope in a request. */
export const scope = (kinds: string) =>
  z
    .string()
    .regex(new RegExp(`^(?:${kinds}|@[^/@:]{1,64})$`, 'u'))
    .optional();

/** `memora_capture` of a team: a new note, in the caller's own scope unless the workspace is named. */
export const teamCapture: ToolDefinition = {
  ...capture,
  description:
    'Write a new note: your own, or with scope "workspace" one of the team. Never changes an existing note.',
  input: () =>
    zodOf(capture.input()).extend({
      scope: scope('user|workspace').describe(
        'whose note it is: your own by default, workspace, or @ and the name of your group',
      ),
      ...writeInputs(),
    }),
  output: () => writtenSchema().extend({ id: z.string(), hidden: z.string().optional() }),
  run: async (memory, input, { signal, notesChanged }) => {
    const { privacy, scope } = input;
    const { id, hidden, ...written } = await teamOf(memory).capture(
      {
        region: String(input['region']),
        summary: String(input['summary']),
        body: String(input['body']),
        source: 'agent',
        ...(Array.isArray(input['tags']) ? { tags: input['tags'].map(String) } : {}),
        ...(isBand(privacy) ? { privacy } : {}),
      },
      { ...toWriteOptions(input, signal), ...(scope === undefined ? {} : { scope: scope as GroupScope }) },
    );
    notesChanged();
    return { id, ...toHidden(hidden), ...toWritten(written) };
  },
};

/** `memora_update_note`: a new text for a note that still has the version that was read. */
export const updateNote: ToolDefinition = {
  name: 'memora_update_note',
  title: 'Change a note',
  description:
    'Replace the Markdown of a note that still has the version you read with memora_get_note. NOTE_CHANGED if somebody changed it first.',
  isCore: false,
  isReadOnly: false,
  isDestructive: true,
  indexes: true,
  example: { path: 'ideas/pump.md', text: 'The pump runs at 40 bar.\n', version: 1 },
  input: () =>
    z.strictObject({
      path: filled(),
      text: filled(1_000_000).describe('the whole note, frontmatter too'),
      version: z.int().min(1),
      ...writeInputs(),
    }),
  output: writtenSchema,
  run: async (memory, input, { signal, notesChanged }) => {
    const path = String(input['path']);
    await assertOpen(memory, path);
    const options = toWriteOptions(input, signal);
    const written = await teamOf(memory).replaceNote(
      path,
      String(input['text']),
      Number(input['version']),
      options,
    );
    notesChanged();
    return toWritten(written);
  },
};

/** A note with secret text is only partly shown, so rewriting all of it would erase the hidden part. */
async function assertOpen(memory: Parameters<ToolDefinition['run']>[0], path: string): Promise<void> {
  const { readRedactedNote } = await import('../../read-redacted-note.ts');
  const note = await readRedactedNote(memory, path);
  if (note?.bodyRedacted !== true && note?.privacy !== 'secret') return;
  throw new ServerError('parts of the note are secret, and were not shown to you', {
    code: 'NOTE_REDACTED',
    hint: 'Have a person change it in a working copy, and push it.',
  });
}

/** `memora_decide`: a line in the ledger of a claim's scope. */
export const decide: ToolDefinition = {
  name: 'memora_decide',
  title: 'Decide about claims',
  description:
    'Forget a claim, revalidate a stale one, or acknowledge or resolve a contradiction. For anything that is not yours, name its scope.',
  isCore: false,
  isReadOnly: false,
  indexes: true,
  example: { verb: 'forget', id: '1a2b3c4d5e6f7g8h', reason: 'a typing mistake' },
  input: () =>
    z.strictObject({
      verb: z.enum(['forget', 'acknowledge', 'resolve', 'revalidate']),
      id: filled().describe('a claim, or a contradiction for acknowledge and resolve'),
      winner: text().optional().describe('the claim to keep, for resolve'),
      reason: filled(500),
      scope: scope('user|workspace|global'),
      version: z.int().min(0).optional().describe('the version of the ledger that you saw, if you did'),
      ...writeInputs(),
    }),
  output: writtenSchema,
  run: async (memory, input, { signal, notesChanged }) => {
    const { version, scope, winner } = input;
    const decision: TeamDecision = {
      verb: input['verb'] as TeamDecision['verb'],
      id: String(input['id']).trim(),
      reason: String(input['reason']),
      ...(winner === undefined ? {} : { winner: String(winner) }),
    };
    const written = await teamOf(memory).decide(decision, {
      ...toWriteOptions(input, signal),
      ...(version === undefined ? {} : { version: Number(version) }),
      ...(scope === undefined ? {} : { scope: scope as ScopeKind }),
    });
    notesChanged();
    return toWritten(written);
  },
};

/** `memora_promote`: copies the caller's own note to a new note of the team. */
export const promote: ToolDefinition = {
  name: 'memora_promote',
  title: 'Share a note of your own',
  description: 'Copy one of your own notes to the team as a new note that names its origin. Yours is kept.',
  isCore: false,
  isReadOnly: false,
  indexes: true,
  example: { path: '@me/ideas/pump.md' },
  input: () =>
    z.strictObject({
      path: filled().describe('such as @me/ideas/pump.md'),
      version: z.int().min(1).optional().describe('the version that you saw'),
      ...writeInputs(),
    }),
  output: writtenSchema,
  run: async (memory, input, { signal, notesChanged }) => {
    const { version } = input;
    const written = await teamOf(memory).promote(String(input['path']), {
      ...toWriteOptions(input, signal),
      ...(version === undefined ? {} : { version: Number(version) }),
    });
    notesChanged();
    return toWritten(written);
  },
};
