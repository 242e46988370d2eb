import { isHidden, REDACTED } from '@memora/engine/json';
import type { ToolDefinition } from '../protocol/tool-definition.ts';

/** `memora_decisions`: the decisions that the notes record. */
export const decisions: ToolDefinition = {
  name: 'memora_decisions',
  title: 'Decisions',
  description: 'Decisions that the notes record, newest first, with their status and the claims behind them.',
  isCore: false,
  isReadOnly: true,
  paged: 'decisions',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: {
    type: 'object',
    properties: {
      decisions: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            title: { type: 'string' },
            decided_on: { type: ['string', 'null'] },
            status: { type: 'string' },
            claim_ids: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
    required: ['decisions'],
  },
  run: async (memory) => {
    const found = await memory.decisions();
    const claimById = await memory.claims.getClaims(found.map(({ id }) => id));
    return {
      decisions: found.map(({ id, title, decidedOn, status, claimIds, who }) => {
        const claim = claimById.get(id);
        const hidden = claim === undefined || isHidden(claim);
        return {
          id,
          title: hidden ? REDACTED : title,
          decided_on: decidedOn,
          status,
          claim_ids: [...claimIds],
          who: hidden ? null : who,
        };
      }),
    };
  },
};
