import { toDecisionsJson } from '@memora/engine/json';
import * as z from 'zod';
import { defineTool } from '../protocol/define-tool.ts';
import { described, SECRET_TEXT, unlisted } from '../protocol/fields.ts';

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
  input: () => z.strictObject({}),
  output: () =>
    z.strictObject({
      decisions: z.array(
        z.strictObject({
          id: z.string(),
          title: z.string(),
          topic: unlisted(z.string().nullable()),
          decided_on: z.string().nullable(),
          status: z.string(),
          who: z.string().nullable(),
          claim_ids: z.array(z.string()),
          because: unlisted(z.array(z.string())),
          replaced_by: unlisted(z.string().nullable()),
        }),
      ),
      open_questions: unlisted(z.array(described())),
    }),
  run: async (memory) => {
    const found = await memory.decisions();
    const claims = await memory.claims.getClaims(found.map(({ id }) => id));
    return toDecisionsJson(found, await memory.openQuestions(), claims);
  },
});
