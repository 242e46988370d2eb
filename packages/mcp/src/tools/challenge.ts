import { toChallengerJson } from '@memora/engine/json';
import type { ToolDefinition } from '../protocol/tool-definition.ts';

/** `memora_challenge`: what wants a person's look. */
export const challenge: ToolDefinition = {
  name: 'memora_challenge',
  title: 'Challenge',
  description:
    'What needs attention, most consequential first: contradictions, stale claims, decisions due, gaps, with evidence and an action.',
  isCore: false,
  isReadOnly: false,
  paged: 'items',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  outputSchema: {
    type: 'object',
    properties: {
      generated_at: { type: 'string' },
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            kind: { type: 'string' },
            severity: { type: 'string' },
            impact: { type: 'integer' },
            claim_ids: { type: 'array', items: { type: 'string' } },
            evidence: { type: 'array', items: { type: 'object' } },
            action: { type: 'string' },
            acknowledged: { type: 'boolean' },
          },
        },
      },
      counts: { type: 'object' },
    },
    required: ['generated_at', 'items', 'counts'],
  },
  run: async (memory, _input, { signal }) => toChallengerJson(await memory.challenge({ signal })),
};
