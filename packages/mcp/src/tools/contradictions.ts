import { toClaimJson } from '@memora/engine/json';
import type { ToolDefinition } from '../protocol/tool-definition.ts';

/** `memora_contradictions`: pairs of claims that can't both hold. */
export const contradictions: ToolDefinition = {
  name: 'memora_contradictions',
  title: 'Contradictions',
  description: 'Pairs of claims that cannot both hold: which is newer, and whether that is settled.',
  isCore: false,
  isReadOnly: true,
  paged: 'contradictions',
  inputSchema: {
    type: 'object',
    properties: { subject: { type: 'string', minLength: 1 } },
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      contradictions: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            newer: { type: 'object' },
            older: { type: 'object' },
            resolution: { type: 'string' },
            reason: { type: 'string' },
          },
        },
      },
    },
    required: ['contradictions'],
  },
  run: async (memory, input) => {
    const found = await memory.contradictions(
      input['subject'] === undefined ? undefined : String(input['subject']),
    );
    return {
      contradictions: found.map(({ id, newer, older, resolution, reason }) => ({
        id,
        newer: toClaimJson(newer),
        older: toClaimJson(older),
        resolution,
        reason,
      })),
    };
  },
};
