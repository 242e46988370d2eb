import * as z from 'zod';
import { text, unlisted } from '../protocol/fields.ts';
import { ServerError } from '../protocol/server-error.ts';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { openAgentSession } from './open-agent-session.ts';

const MEMORY_ID = /^mem_[0-9a-z]{5,12}$/u;

/** `memora_forget`: moves a memory to the trash, from where a person can restore it. */
export const forget: ToolDefinition = {
  name: 'memora_forget',
  title: 'Forget',
  description:
    'Move a memory to the trash. To correct one, call memora_supersede. Example: {"id":"mem_…","reason":"wrong"}',
  isCore: false,
  isMemory: true,
  isReadOnly: false,
  isDestructive: true,
  indexes: true,
  cli: 'memory forget',
  differs: {
    path: 'the trash is for people',
  },
  example: { id: 'mem_k3f9q2x7m1ab', reason: 'the buoys are gone' },
  input: () => z.strictObject({ id: text(), reason: text() }),
  output: () =>
    z.strictObject({
      forgotten: unlisted(z.string()),
      where: unlisted(z.string()),
      falls: unlisted(z.array(z.string())),
      hold_again: unlisted(z.array(z.string())),
      restore: unlisted(z.boolean()),
    }),
  run: async (memory, input, { client, signal, notesChanged }) => {
    signal.throwIfAborted();
    const id = String(input['id']).trim();
    // Only a person may retract what a person wrote.
    if (!MEMORY_ID.test(id))
      throw new ServerError('this tool forgets memories only', {
        code: 'INPUT_INVALID',
        hint: 'Pass an id from memora_recall: mem_ and at least five characters. A person retracts a claim of a note with `memora claims forget`.',
      });
    const { session, written } = await openAgentSession(memory, client);
    const { forgotten, where, falls, holdAgain, restorable } = await session.forget(id, {
      reason: String(input['reason']),
    });
    notesChanged();
    written();
    return { forgotten, where, falls, hold_again: holdAgain, restore: restorable };
  },
};
