import type { ToolDefinition } from '../protocol/tool-definition.ts';

/** `memora_get_world_map`: the generated overview of the vault. */
export const getWorldMap: ToolDefinition = {
  name: 'memora_get_world_map',
  title: 'Read the world map',
  description: "Overview of the whole vault: today's review, regions, subjects, decisions, gaps, cited.",
  isCore: true,
  isReadOnly: true,
  paged: 'markdown',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: { type: 'object', properties: { markdown: { type: 'string' } }, required: ['markdown'] },
  run: async (memory) => ({ markdown: await memory.worldMap() }),
};
