import { isBand } from '@memora/core';
import { CAPTURE_SCHEMA, describeUsage } from '@memora/engine/json';
import { hideCredentials } from '@memora/privacy/internal';
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
    properties: {
      id: { type: 'string' },
      path: { type: 'string' },
      hidden: { type: 'string' },
      not_indexed: { type: 'string' },
    },
    required: ['id', 'path'],
  },
  run: async (memory, input, { signal, progress, notesChanged }) => {
    signal.throwIfAborted();
    const privacy = input['privacy'];
    const hidden = new Set<string>();
    const plain = (text: unknown): string => {
      const found = hideCredentials(String(text));
      for (const name of found.hidden) hidden.add(name);
      return found.text;
    };
    const { id, path, failure } = await memory.capture(
      {
        region: plain(input['region']),
        summary: plain(input['summary']),
        body: plain(input['body']),
        // Whoever calls this is an agent: no person is known to have written it.
        source: 'agent',
        ...(Array.isArray(input['tags']) ? { tags: input['tags'].map(plain) } : {}),
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
    return {
      id,
      path,
      ...(hidden.size === 0 ? {} : { hidden: `${[...hidden].join(', ')}: not written` }),
      ...(failure === null ? {} : { not_indexed: failure.code }),
    };
  },
};
