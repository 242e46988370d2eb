import { toDecisionsJson } from '@memora/engine/json';
import * as z from 'zod';
import { decisionsOutput } from '../outputs/review-outputs.ts';
import { defineTool } from '../protocol/define-tool.ts';
import { SECRET_TEXT } from '../protocol/fields.ts';

/** `memora_decisions`: the decisions that the notes record. */
export const decisions = defineTool({
  name: 'memora_decisions',
  title: 'Decisions',
  description: 'Decisions that the notes record, newest first, with their status and the claims behind them.',
  isCore: false,
  isReadOnly: true,
  paged: 'decisions',
  cli: 'decisions',
  redacted: SECRET_TEXT,
  example: {},
  input: () => z.strictObject({}),
  output: decisionsOutput,
  run: async (memory) => {
    const found = await memory.decisions();
    const claims = await memory.claims.getClaims(found.map(({ id }) => id));
    return toDecisionsJson(found, await memory.openQuestions(), claims);
  },
});
