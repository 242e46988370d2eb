import { MemoraError } from '@memora/core';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { openAgentSession } from './open-agent-session.ts';

const text = { type: 'string' } as const;
const MEMORY_ID = /^mem_[0-9a-z]{12}$/u;

/** `memora_forget`: a memory into the trash, from where a person can restore it. */
export const forget: ToolDefinition = {
  name: 'memora_forget',
  title: 'Forget',
  description: 'Move a wrong or unwanted memory to the trash. To correct one, call memora_supersede.',
  isCore: false,
  isMemory: true,
  isReadOnly: false,
  isDestructive: true,
  indexes: true,
  inputSchema: {
    type: 'object',
    properties: { id: text, reason: text },
    required: ['id', 'reason'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      forgotten: text,
    },
    required: ['forgotten'],
  },
  run: async (memory, input, { client, signal, notesChanged }) => {
    signal.throwIfAborted();
    const id = String(input['id']).trim();
    // What a person wrote down is theirs to retract.
    if (!MEMORY_ID.test(id))
      throw new MemoraError('only a memory is forgotten here', {
        code: 'INPUT_INVALID',
        hint: 'Pass a memory_id of memora_recall. A person retracts a claim of a note with `memora claims forget`.',
      });
    const { session, written } = await openAgentSession(memory, client);
    const { forgotten, where, falls, restorable } = await session.forget(id, {
      reason: String(input['reason']),
    });
    notesChanged();
    written();
    return { forgotten, where, falls, restore: restorable };
  },
};
