import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { openAgentSession } from './open-agent-session.ts';

const text = { type: 'string' } as const;

/** `memory`: the commands of Anthropic's file protocol `memory_20250818`, for any client. Its answers are plain text, as that documents them. */
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
  inputSchema: {
    type: 'object',
    properties: {
      command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] },
      path: { ...text, description: 'begins with /memories' },
      view_range: { type: 'array', items: { type: 'integer' }, description: 'first and last line' },
      file_text: text,
      old_str: text,
      new_str: text,
      insert_line: { type: 'integer', description: 'after this line' },
      insert_text: text,
      old_path: text,
      new_path: text,
    },
    required: ['command'],
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { text }, required: ['text'] },
  run: async (memory, input, { client, signal, notesChanged }) => {
    signal.throwIfAborted();
    const { session } = await openAgentSession(memory, client);
    const answer = await session.file(input);
    if (input['command'] !== 'view') notesChanged();
    return { text: answer };
  },
};
