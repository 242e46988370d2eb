import { toStaleJson } from '@memora/engine/json';
import * as z from 'zod';
import { staleOutput } from '../outputs/review-outputs.ts';
import { defineTool } from '../protocol/define-tool.ts';
import { SECRET_TEXT } from '../protocol/fields.ts';

/** `memora_stale_claims`: claims with an invalid source. */
export const staleClaims = defineTool({
  name: 'memora_stale_claims',
  title: 'Stale claims',
  description: 'Claims that depend on something no longer true, each with the path from it.',
  isCore: false,
  isReadOnly: true,
  paged: 'claims',
  cli: 'stale',
  redacted: SECRET_TEXT,
  example: {},
  input: () => z.strictObject({}),
  output: staleOutput,
  run: async (memory) => ({ claims: (await memory.stale()).map(toStaleJson) }),
});
