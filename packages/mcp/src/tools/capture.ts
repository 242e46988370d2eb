import { isBand } from '@memora/core';
import { CAPTURE_SCHEMA, describeUsage } from '@memora/engine/json';
import type { ToolDefinition } from '../protocol/tool-definition.ts';

/** `memora_capture`: a new note, never over another. */
export const capture: ToolDefinition = {
  name: 'memora_capture',
  title: 'Write a note',
  description: 'Write a new note into the vault and index it. Never changes an existing note.',
  isCore: true,
  isReadOnly: false,
  indexes: true,
  inputSchema: CAPTURE_SCHEMA,
  outputSchema: {
    type: 'object',
    properties: { id: { type: 'string' }, path: { type: 'string' }, not_indexed: { type: 'string' } },
    required: ['id', 'path'],
  },
  run: async (memory, input, { signal, progress, notesChanged }) => {
    signal.throwIfAborted();
    const privacy = input['privacy'];
    const { id, path, failure } = await memory.capture(
      {
        region: String(input['region']),
        summary: String(input['summary']),
        body: String(input['body']),
        // Whoever calls this is an agent: no person is known to have written it.
        source: 'agent',
        ...(Array.isArray(input['tags']) ? { tags: input['tags'].map(String) } : {}),
        ...(isBand(privacy) ? { privacy } : {}),
      },
      {
        signal,
        onProgress: ({ done, total, usage }) =>
          progress(done, total, usage === null ? 'indexing' : `indexing, ${describeUsage(usage)}`),
      },
    );
    notesChanged();
    // A code says what a caller can act upon; the reason is for whoever runs the index.
    return { id, path, ...(failure === null ? {} : { not_indexed: failure.code }) };
  },
};
