import * as z from 'zod';
import { notices, refusedStatement, statement, timeRead } from '../outputs/answer-outputs.ts';
import { defineTool } from '../protocol/define-tool.ts';
import { described, filled, SECRET_TEXT, text, unlisted } from '../protocol/fields.ts';
import { anchor, anchorOf, SHOWN_BANDS, toQueryOptions } from './query.ts';
import { shownPassage, toShownPassage } from './to-shown-passage.ts';

const MOST_PASSAGES = 6;

/** `memora_query_cited`: an answer whose citations were all re-read and re-hashed. */
export const queryCited = defineTool({
  name: 'memora_query_cited',
  title: 'Answer with verified citations',
  description:
    'Answer a question from the notes; every citation of the answer has been re-read and re-hashed.',
  isCore: true,
  isReadOnly: true,
  paged: 'checks',
  cli: 'query',
  differs: {
    passages: 'a model reads a passage with its marker and place; a program reads its fields',
    nearest: 'as passages',
    checks: 'a conversation pays for each word of a check; the command gives all of it',
    hits: 'the tool memora_query gives them',
    held: 'the command alone answers from the past of a subject',
    draft_unverified: 'the command alone takes --raw',
  },
  redacted: SECRET_TEXT,
  example: { query: 'When does the tide alarm go off?', k: 1 },
  input: () =>
    z.strictObject({
      query: filled(),
      k: z.int().min(1).max(100).optional(),
      as_of: text().optional(),
      known_at: text().optional(),
    }),
  output: () =>
    z.strictObject({
      clean_text: z.string(),
      passages: z
        .array(shownPassage())
        .describe('without a model: what a search found, best first; no answer'),
      verified_count: z.int(),
      degraded: z.boolean(),
      degraded_reasons: z.array(z.string()),
      checks: z.array(
        z.strictObject({
          claim_id: z.string(),
          status: z.string(),
          note: unlisted(z.string().nullable()),
          span: unlisted(z.array(z.int()).nullable()),
          reworded: unlisted(z.array(described()).optional()),
          ...anchor(),
        }),
      ),
      statements: z.array(statement()).describe('what is proven of each, and what was judged'),
      refused: z
        .array(refusedStatement())
        .describe('sentences of a model of which nothing was kept, with the reason'),
      abstained: z.boolean().describe('nothing in the notes is about it; nearest is not an answer'),
      nearest: z.array(shownPassage()),
      as_of: z.string().nullable().describe('the time read from the question'),
      time_read: timeRead().nullable().describe('applied: false: nothing held then'),
      notices: notices().describe('ids of cited claims that are superseded, contested, stale or unconfirmed'),
      verdict: unlisted(z.string()),
      written_by: unlisted(z.string()),
    }),
  run: async (memory, input, { signal }) => {
    const answer = await memory.ask(input.query, {
      ...toQueryOptions(input),
      bands: SHOWN_BANDS,
      signal,
    });
    // Loaded on demand: not needed to start.
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
});
