import * as z from 'zod';
import { defineTool } from '../protocol/define-tool.ts';
import { SECRET_TEXT } from '../protocol/fields.ts';

/** `memora_get_world_map`: the generated overview of the vault. */
export const getWorldMap = defineTool({
  name: 'memora_get_world_map',
  title: 'Read the world map',
  description: "Overview of the whole vault: today's review, regions, subjects, decisions, gaps, cited.",
  isCore: true,
  isReadOnly: true,
  paged: 'markdown',
  redacted: SECRET_TEXT,
  example: {},
  input: () => z.strictObject({}),
  output: () => z.strictObject({ markdown: z.string() }),
  run: async (memory) => ({ markdown: await memory.worldMap() }),
});
