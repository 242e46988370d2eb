import { toAnswerJson } from '@memora/engine/json';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { anchorOf, SHOWN_BANDS, toQueryOptions } from './query.ts';

const MOST_PASSAGES = 6;
/** Of a passage, this many UTF-16 units. */
const MAX_PASSAGE = 1_500;

/** `memora_query_cited`: an answer of which every citation was re-read and re-hashed. */
export const queryCited: ToolDefinition = {
  name: 'memora_query_cited',
  title: 'Answer with verified citations',
  description:
    'Answer a question from the notes; every citation of the answer has been re-read and re-hashed.',
  isCore: true,
  isReadOnly: true,
  paged: 'checks',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1 },
      k: { type: 'integer', minimum: 1, maximum: 100 },
      as_of: { type: 'string' },
      known_at: { type: 'string' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      clean_text: { type: 'string' },
      passages: {
        type: 'array',
        description: 'what it shows: passage, heading_path, since, why',
        items: { type: 'object', properties: { note: { type: 'string' }, passage: { type: 'string' } } },
      },
      verified_count: { type: 'integer' },
      degraded: { type: 'boolean' },
      degraded_reasons: { type: 'array', items: { type: 'string' } },
      checks: {
        type: 'array',
        items: { type: 'object', properties: { claim_id: { type: 'string' }, status: { type: 'string' } } },
      },
      abstained: { type: 'boolean', description: 'the notes do not answer; nearest is no answer' },
      nearest: {
        type: 'array',
        items: { type: 'object', properties: { claim_id: { type: 'string' }, text: { type: 'string' } } },
      },
      as_of: { type: ['string', 'null'], description: 'the time read from the question' },
      time_read: { type: ['object', 'null'], description: 'applied: false: nothing held then' },
      notices: { type: 'object', description: 'ids of cited claims that are superseded, contested or stale' },
    },
    required: ['clean_text', 'verified_count', 'degraded', 'checks'],
  },
  run: async (memory, input, { signal }) => {
    const answer = await memory.ask(String(input['query']), {
      ...toQueryOptions(input),
      bands: SHOWN_BANDS,
      signal,
    });
    const { hits: _, ...json } = toAnswerJson(answer);
    return {
      ...json,
      passages: json.passages
        .slice(0, MOST_PASSAGES)
        .map((each) => ({ ...each, passage: each.passage.slice(0, MAX_PASSAGE) })),
      checks: json.checks.map(({ claim_id, status, note, span, anchor, reworded }) => ({
        ...{ claim_id, status, note, span },
        ...(reworded.length === 0 ? {} : { reworded }),
        ...anchorOf(anchor),
      })),
    };
  },
};
