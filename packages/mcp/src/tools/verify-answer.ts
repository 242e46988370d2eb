import * as z from 'zod';
import { defineTool } from '../protocol/define-tool.ts';
import { described, filled, list, SECRET_TEXT, text, unlisted } from '../protocol/fields.ts';

/** `memora_verify_answer`: what of an answer is proven by the claims it cites. */
export const verifyAnswer = defineTool({
  name: 'memora_verify_answer',
  title: 'Check an answer',
  description:
    'Check every [claim:…] citation of a text against the notes. clean_text keeps what is proven; statements say why. Judge to_judge by its evidence alone, call again with judgements; quote: the words that decide.',
  isCore: true,
  isReadOnly: true,
  paged: 'checks',
  cli: 'verify',
  redacted: SECRET_TEXT,
  example: { text: 'The reporting interval is 45 seconds. [claim:1a2b3c4d5e6f7g8h]' },
  input: () =>
    z.strictObject({
      text: filled(200_000),
      judgements: list(
        z.looseObject({
          id: text().optional(),
          verdict: z.enum(['supported', 'partly', 'contradicted', 'not_told']).optional(),
          quote: text().optional(),
          reason: text().optional(),
        }),
      ).optional(),
    }),
  output: () =>
    z.strictObject({
      verdict: z.string(),
      verified: z.int(),
      problems: z.int(),
      clean_text: z.string(),
      statements: z.array(described()),
      to_judge: z.array(described()),
      checks: z.array(described()),
      unverified: unlisted(z.int()),
      redacted: unlisted(z.int()),
      mismatch: unlisted(z.int()),
      superseded: unlisted(z.int()),
      malformed: unlisted(z.int()),
      uncited: unlisted(z.int()),
      degraded: unlisted(z.boolean()),
      degraded_reasons: unlisted(z.array(z.string())),
      quoted: unlisted(z.int()),
      judged: unlisted(z.int()),
      not_judged: unlisted(z.int()),
    }),
  run: async (memory, input, { signal }) => {
    // What it reads of a report is not needed to start.
    const { createCallerJudge, readJudgements, toOpenJson, toVerifyJson } = await import(
      '@memora/engine/json'
    );
    const judge = createCallerJudge(readJudgements(input.judgements));
    const report = await memory.verify(input.text, { signal, judge });
    return { ...toVerifyJson(report), to_judge: judge.open().map(toOpenJson) };
  },
});
