import * as z from 'zod';
import { list, SECRET_TEXT, text } from '../protocol/fields.ts';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { openAgentSession } from './open-agent-session.ts';

/** `memory`: the commands of Anthropic's file protocol `memory_20250818`, for any client. Its answers are plain text, as that protocol documents. */
export const memoryFiles: ToolDefinition = {
  name: 'memory',
  title: 'Memory files',
  description:
    'Keep files under /memories for later sessions: look at what is there before you begin, and write down what you learn.',
  isCore: false,
  isFiles: true,
  isText: true,
  isReadOnly: false,
  isDestructive: true,
  indexes: true,
  redacted: SECRET_TEXT,
  example: { command: 'view', path: '/memories' },
  input: () =>
    z.strictObject({
      command: z.enum(['view', 'create', 'str_replace', 'insert', 'delete', 'rename']),
      path: text().optional().describe('begins with /memories'),
      view_range: list(z.int()).optional().describe('first and last line'),
      file_text: text().optional(),
      old_str: text().optional(),
      new_str: text().optional(),
      insert_line: z.int().optional().describe('after this line'),
      insert_text: text().optional(),
      old_path: text().optional(),
      new_path: text().optional(),
    }),
  output: () => z.strictObject({ text: z.string() }),
  run: async (memory, input, { client, signal, notesChanged }) => {
    signal.throwIfAborted();
    const { session } = await openAgentSession(memory, client);
    const answer = await session.file(input);
    if (input['command'] !== 'view') notesChanged();
    return { text: answer };
  },
};
