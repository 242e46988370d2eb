import { toClaimJson } from '@memora/engine/json';
import type { ToolDefinition } from '../protocol/tool-definition.ts';

/** `memora_stale_claims`: claims whose grounds have fallen. */
export const staleClaims: ToolDefinition = {
  name: 'memora_stale_claims',
  title: 'Stale claims',
  description: 'Claims that rest on something that no longer holds, each with the way from what fell.',
  isCore: false,
  isReadOnly: true,
  paged: 'claims',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: {
    type: 'object',
    properties: {
      claims: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            claim_id: { type: 'string' },
            reason: { type: 'string' },
            path: { type: 'array', items: { type: 'string' } },
            note_id: { type: 'string' },
          },
        },
      },
    },
    required: ['claims'],
  },
  run: async (memory) => ({
    claims: (await memory.stale()).map(({ claim, reason, path }) => ({
      ...toClaimJson(claim),
      reason,
      path: [...path],
    })),
  }),
};
