import * as z from 'zod';
import { verification } from '../outputs/answer-outputs.ts';
import { defineTool } from '../protocol/define-tool.ts';
import { described, filled, list, SECRET_TEXT, text } from '../protocol/fields.ts';

/** `memora_verify_answer`: which parts of an answer its cited claims prove. */
export const verifyAnswer = defineTool({
  name: 'memora_verify_answer',
  title: 'Check an answer',
  description:
    'Check every [claim:…] citation of a text against the notes. clean_text keeps what is proven; statements say why. Judge to_judge by its evidence alone, call again with judgements; supported needs quote: the words that decide.',
  isCore: true,
  isReadOnly: true,
  paged: 'checks',
  cli: 'verify',
  differs: {
    to_judge: 'the caller of the tool is the judge of what nobody has judged',
    entailment: 'the command alone takes --entailment',
  },
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
  output: () => z.strictObject({ ...verification(), to_judge: z.array(described()) }),
  run: async (memory, input, { signal }) => {
    // Loaded on demand: not needed to start.
    const { createCallerJudge, readJudgements, toOpenJson, toVerifyJson } = await import(
      '@memora/engine/json'
    );
    const judge = createCallerJudge(readJudgements(input.judgements));
    const report = await memory.verify(input.text, { signal, judge });
    return { ...toVerifyJson(report), to_judge: judge.open().map(toOpenJson) };
  },
});
