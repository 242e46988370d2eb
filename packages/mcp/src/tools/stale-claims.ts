import { toStaleJson } from '@memora/engine/json';
import * as z from 'zod';
import { defineTool } from '../protocol/define-tool.ts';

/** `memora_stale_claims`: claims whose grounds have fallen. */
export const staleClaims = defineTool({
  name: 'memora_stale_claims',
  title: 'Stale claims',
  description: 'Claims that rest on something that no longer holds, each with the way from what fell.',
  isCore: false,
  isReadOnly: true,
  paged: 'claims',
  cli: 'stale',
  input: () => z.strictObject({}),
  output: () =>
    z.strictObject({
      claims: z.array(
        z.looseObject({
          claim_id: z.string(),
          reason: z.string(),
          path: z.array(z.string()),
          note_id: z.string(),
        }),
      ),
    }),
  run: async (memory) => ({ claims: (await memory.stale()).map(toStaleJson) }),
});
