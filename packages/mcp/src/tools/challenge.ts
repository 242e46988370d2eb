import { toChallengerJson } from '@memora/engine/json';
import * as z from 'zod';
import { defineTool } from '../protocol/define-tool.ts';
import { described, SECRET_TEXT, unlisted } from '../protocol/fields.ts';

/** `memora_challenge`: what wants a person's look. */
export const challenge = defineTool({
  name: 'memora_challenge',
  title: 'Challenge',
  description:
    'What needs attention, most consequential first: contradictions, stale claims, decisions due, gaps, with evidence and an action.',
  isCore: false,
  isReadOnly: false,
  paged: 'items',
  cli: 'challenge',
  redacted: SECRET_TEXT,
  input: () => z.strictObject({}),
  output: () =>
    z.strictObject({
      generated_at: z.string(),
      items: z.array(
        z.strictObject({
          id: z.string(),
          kind: z.string(),
          reason: unlisted(z.string()),
          thing: unlisted(z.string().nullable().optional()),
          severity: z.string(),
          impact: z.int(),
          claim_ids: z.array(z.string()),
          evidence: z.array(described()),
          action: z.string(),
          acknowledged: z.boolean(),
          question: unlisted(z.string().optional()),
        }),
      ),
      counts: described(),
      acknowledged: unlisted(z.int()),
    }),
  run: async (memory, _input, { signal }) => toChallengerJson(await memory.challenge({ signal })),
});
