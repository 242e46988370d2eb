import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { ADMISSION } from './memory-outputs.ts';
import { rememberFor } from './remember.ts';

const text = { type: 'string' } as const;

/** `memora_supersede`: a memory in the place of another, which stays as history. */
export const supersede: ToolDefinition = {
  name: 'memora_supersede',
  title: 'Correct a memory',
  description: 'Save what is so now in place of a memory; the old one stays as history.',
  isCore: false,
  isMemory: true,
  isReadOnly: false,
  indexes: true,
  inputSchema: {
    type: 'object',
    properties: {
      id: { ...text, description: 'memory_id of the old one' },
      content: text,
      quote: text,
      valid_from: text,
    },
    required: ['id', 'content'],
    additionalProperties: false,
  },
  outputSchema: ADMISSION,
  run: (memory, { id, ...rest }, call) => rememberFor(memory, { ...rest, supersedes: String(id) }, call),
};
