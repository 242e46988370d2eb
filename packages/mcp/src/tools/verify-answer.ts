import type { ToolDefinition } from '../protocol/tool-definition.ts';

/** `memora_verify_answer`: what of an answer is proven by the claims it cites. */
export const verifyAnswer: ToolDefinition = {
  name: 'memora_verify_answer',
  title: 'Check an answer',
  description:
    'Check every [claim:…] citation of a text against the notes. clean_text keeps what is proven; statements say why. Judge to_judge by its evidence alone, call again with judgements; quote: the words that decide.',
  isCore: true,
  isReadOnly: true,
  paged: 'checks',
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', minLength: 1, maxLength: 200_000 },
      judgements: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            verdict: { enum: ['supported', 'partly', 'contradicted', 'not_told'] },
            quote: { type: 'string' },
            reason: { type: 'string' },
          },
        },
      },
    },
    required: ['text'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      verdict: { type: 'string' },
      verified: { type: 'integer' },
      problems: { type: 'integer' },
      clean_text: { type: 'string' },
      statements: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            text: { type: 'string' },
            status: { type: 'string' },
            wording: { type: 'string' },
            judgement: { type: 'string' },
            judged_by: { type: ['string', 'null'] },
            kept: { type: 'boolean' },
            reason: { type: 'string' },
          },
        },
      },
      to_judge: { type: 'array' },
      checks: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            claim_id: { type: 'string' },
            status: { type: 'string' },
            reason: { type: 'string' },
          },
        },
      },
    },
    required: ['verdict', 'verified', 'problems', 'clean_text', 'checks'],
  },
  run: async (memory, input, { signal }) => {
    // What it reads of a report is not needed to start.
    const { createCallerJudge, readJudgements, toOpenJson, toVerifyJson } = await import(
      '@memora/engine/json'
    );
    const judge = createCallerJudge(readJudgements(input['judgements']));
    const report = await memory.verify(String(input['text']), { signal, judge });
    return { ...toVerifyJson(report), to_judge: judge.open().map(toOpenJson) };
  },
};
