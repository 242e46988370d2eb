import { MemoraError } from '@memora/core';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { ADMISSION } from './memory-outputs.ts';
import { ABOUT_SAVE, FORMER_SAVE, rememberFor, toNewMemory } from './remember.ts';

const text = { type: 'string' } as const;

/** `memora_supersede`: a memory in the place of another, which stays as history. */
export const supersede: ToolDefinition = {
  name: 'memora_supersede',
  title: 'Correct a memory',
  description:
    'Say that memory `id` is no longer so: `by` is the memory saved in its place, or `content` says what is so now. Example: {"id":"mem_…","by":"mem_…"}',
  isCore: false,
  isMemory: true,
  isReadOnly: false,
  indexes: true,
  inputSchema: {
    type: 'object',
    properties: { id: text, by: text, content: text },
    required: ['id'],
    additionalProperties: false,
  },
  former: { ...FORMER_SAVE, ...ABOUT_SAVE, reason: text },
  outputSchema: ADMISSION,
  run: (memory, { id, by, ...rest }, call) => {
    if ((by === undefined) === (rest['content'] === undefined))
      throw new MemoraError('give by or content, and not both', {
        code: 'INPUT_INVALID',
        hint: 'by is the id that a save answered; content is a sentence that says what is so now.',
      });
    const older = String(id).trim();
    return rememberFor(
      memory,
      (session) => session.supersede(older, by === undefined ? toNewMemory(rest) : { by: String(by).trim() }),
      call,
    );
  },
};
