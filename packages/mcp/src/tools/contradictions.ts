import { toContradictionJson } from '@memora/engine/json';
import * as z from 'zod';
import { contradictionsOutput } from '../outputs/review-outputs.ts';
import { defineTool } from '../protocol/define-tool.ts';
import { filled, SECRET_TEXT } from '../protocol/fields.ts';

/** `memora_contradictions`: pairs of claims that can't both be true. */
export const contradictions = defineTool({
  name: 'memora_contradictions',
  title: 'Contradictions',
  description: 'Pairs of claims that cannot both be true: which is newer, and whether that is settled.',
  isCore: false,
  isReadOnly: true,
  paged: 'contradictions',
  cli: 'contradictions',
  redacted: SECRET_TEXT,
  example: {},
  input: () => z.strictObject({ subject: filled().optional() }),
  output: contradictionsOutput,
  run: async (memory, { subject }) => {
    const found = await memory.contradictions(subject);
    const texts = await memory.readSpans(found.flatMap(({ newer, older }) => [newer, older]));
    return {
      contradictions: found.map((pair, i) =>
        toContradictionJson(pair, { newer: texts[2 * i] ?? null, older: texts[2 * i + 1] ?? null }),
      ),
    };
  },
});
