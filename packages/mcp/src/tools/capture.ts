import { describeUsage } from '@memora/engine/json';
import * as z from 'zod';
import { defineTool } from '../protocol/define-tool.ts';
import { filled, list, text } from '../protocol/fields.ts';

/** What an agent is shown about credentials that were left out. */
export function toHidden(hidden: readonly string[]): { readonly hidden?: string } {
  return hidden.length === 0 ? {} : { hidden: `${hidden.join(', ')}: not written` };
}

/** `memora_capture`: writes a new note and never overwrites one. */
export const capture = defineTool({
  name: 'memora_capture',
  title: 'Write a note',
  description: 'Write a new note into the vault and index it. Never changes an existing note.',
  isCore: true,
  isReadOnly: false,
  indexes: true,
  cli: 'capture',
  differs: {
    hidden: 'in words',
    failure: 'its reason is for the person who runs the index',
  },
  example: {
    region: 'plant',
    summary: 'Pump pressure',
    body: 'The pump runs at 40 bar.',
    privacy: 'public',
  },
  input: () =>
    z.strictObject({
      region: filled().describe('folder, such as inbox or projects/drift'),
      summary: filled().describe('one line; names the file'),
      body: filled(1_000_000).describe('Markdown, one fact per sentence'),
      tags: list(text()).optional(),
      privacy: z.enum(['public', 'private', 'secret']).optional(),
    }),
  output: () =>
    z.strictObject({
      id: z.string(),
      path: z.string(),
      hidden: z.string().optional(),
      not_indexed: z.string().optional(),
    }),
  run: async (memory, input, { signal, progress, notesChanged }) => {
    signal.throwIfAborted();
    const { region, summary, body, tags, privacy } = input;
    const { id, path, hidden, failure } = await memory.capture(
      {
        region,
        summary,
        body,
        // The caller is an agent: no person is known to have written it.
        source: 'agent',
        ...(tags === undefined ? {} : { tags }),
        ...(privacy === undefined ? {} : { privacy }),
      },
      {
        signal,
        onProgress: ({ done, total, usage }) =>
          progress(done, total, usage === null ? 'indexing' : `indexing, ${describeUsage(usage)}`),
      },
    );
    notesChanged();
    // A caller can act on a code; the reason is for the operator of the index.
    return {
      id,
      path,
      ...toHidden(hidden),
      ...(failure === null ? {} : { not_indexed: failure.code }),
    };
  },
});
