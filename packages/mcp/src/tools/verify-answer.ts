import type { ToolDefinition } from '../protocol/tool-definition.ts';

/** `memora_verify_answer`: what of an answer is proven by the claims it cites. */
export const verifyAnswer: ToolDefinition = {
  name: 'memora_verify_answer',
  title: 'Check an answer',
  description:
    'Check every [claim:…] citation of a text against the notes. clean_text keeps what is proven; statements say what was left out and why.',
  isCore: true,
  isReadOnly: true,
  paged: 'checks',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string', minLength: 1, maxLength: 200_000 } },
    required: ['text'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      verdict: { type: 'string' },
      verified: { type: 'integer' },
      unverified: { type: 'integer' },
      redacted: { type: 'integer' },
      mismatch: { type: 'integer' },
      superseded: { type: 'integer' },
      malformed: { type: 'integer' },
      uncited: { type: 'integer' },
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
            kept: { type: 'boolean' },
            reason: { type: 'string' },
          },
        },
      },
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
    const report = await memory.verify(String(input['text']), { signal });
    // What it reads of a report is not needed to start.
    const { toVerifyJson } = await import('@memora/engine/json');
    return { ...toVerifyJson(report) };
  },
};
