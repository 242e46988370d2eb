import { MemoraError } from '@memora/core';
import type { ToolDefinition } from '../protocol/tool-definition.ts';

/** `memora_get_atlas`: the generated page of a region. */
export const getAtlas: ToolDefinition = {
  name: 'memora_get_atlas',
  title: 'Read an atlas',
  description:
    'Overview page of a region (folder): subjects, decisions, stale, contradictions, open questions, cited.',
  isCore: false,
  isReadOnly: true,
  paged: 'atlas_markdown',
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', minLength: 1 } },
    required: ['region'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      region: { type: 'string' },
      atlas_markdown: { type: 'string' },
      note_count: { type: 'integer' },
    },
    required: ['region', 'atlas_markdown', 'note_count'],
  },
  run: async (memory, input) => {
    const atlas = await memory.atlas(String(input['region']).trim());
    if (atlas === null) {
      throw new MemoraError('there is no such region', {
        code: 'REGION_NOT_FOUND',
        hint: 'memora_get_world_map lists the regions.',
      });
    }
    return { region: atlas.region, atlas_markdown: atlas.markdown, note_count: atlas.noteCount };
  },
};
