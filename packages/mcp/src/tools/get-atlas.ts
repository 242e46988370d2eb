import * as z from 'zod';
import { defineTool } from '../protocol/define-tool.ts';
import { filled, SECRET_TEXT } from '../protocol/fields.ts';
import { ServerError } from '../protocol/server-error.ts';

/** `memora_get_atlas`: the generated page of a region. */
export const getAtlas = defineTool({
  name: 'memora_get_atlas',
  title: 'Read an atlas',
  description:
    'Overview page of a region (folder): subjects, decisions, stale claims, contradictions, open questions, all cited.',
  isCore: false,
  isReadOnly: true,
  paged: 'atlas_markdown',
  redacted: SECRET_TEXT,
  example: { region: 'projects/tidewatch' },
  input: () => z.strictObject({ region: filled() }),
  output: () => z.strictObject({ region: z.string(), atlas_markdown: z.string(), note_count: z.int() }),
  run: async (memory, input) => {
    const atlas = await memory.atlas(input.region.trim());
    if (atlas === null) {
      throw new ServerError('there is no such region', {
        code: 'REGION_NOT_FOUND',
        hint: 'memora_get_world_map lists the regions.',
      });
    }
    return { region: atlas.region, atlas_markdown: atlas.markdown, note_count: atlas.noteCount };
  },
});
