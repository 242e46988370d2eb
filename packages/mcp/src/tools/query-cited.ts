import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { anchorOf, SHOWN_BANDS, toQueryOptions } from './query.ts';
import { PASSAGE_SCHEMA, toShownPassage } from './to-shown-passage.ts';

const MOST_PASSAGES = 6;

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
        description: 'without a model: what a search found, best first; no answer',
        items: PASSAGE_SCHEMA,
      },
      verified_count: { type: 'integer' },
      degraded: { type: 'boolean' },
      degraded_reasons: { type: 'array', items: { type: 'string' } },
      checks: {
        type: 'array',
        items: { type: 'object', properties: { claim_id: { type: 'string' }, status: { type: 'string' } } },
      },
      statements: {
        type: 'array',
        description: 'what is proven of each, and what was judged',
        items: { type: 'object' },
      },
      abstained: { type: 'boolean', description: 'nothing in the notes is about it; nearest is no answer' },
      nearest: {
        type: 'array',
        items: PASSAGE_SCHEMA,
      },
      as_of: { type: ['string', 'null'], description: 'the time read from the question' },
      time_read: { type: ['object', 'null'], description: 'applied: false: nothing held then' },
      notices: {
        type: 'object',
        description: 'ids of cited claims that are superseded, contested, stale or unconfirmed',
      },
    },
    required: ['clean_text', 'verified_count', 'degraded', 'checks'],
  },
  run: async (memory, input, { signal }) => {
    const answer = await memory.ask(String(input['query']), {
      ...toQueryOptions(input),
      bands: SHOWN_BANDS,
      signal,
    });
    // What it reads of a report is not needed to start.
    const { toAnswerJson } = await import('@memora/engine/json');
    const { hits: _, ...json } = toAnswerJson(answer);
    return {
      ...json,
      passages: json.passages.slice(0, MOST_PASSAGES).map(toShownPassage),
      nearest: json.nearest.map(toShownPassage),
      checks: json.checks.map(({ claim_id, status, note, span, anchor, reworded }) => ({
        ...{ claim_id, status, note, span },
        ...(reworded.length === 0 ? {} : { reworded }),
        ...anchorOf(anchor),
      })),
    };
  },
};
