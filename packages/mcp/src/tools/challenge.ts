import { toChallengerJson } from '@memora/engine/json';
import * as z from 'zod';
import { challengeOutput } from '../outputs/review-outputs.ts';
import { defineTool } from '../protocol/define-tool.ts';
import { SECRET_TEXT } from '../protocol/fields.ts';

/** `memora_challenge`: findings that need a person's attention. */
export const challenge = defineTool({
  name: 'memora_challenge',
  title: 'Challenge',
  description:
    'What needs attention, most consequential first: contradictions, stale claims, decisions due, gaps, with evidence and an action.',
  isCore: false,
  isReadOnly: false,
  paged: 'items',
  cli: 'challenge',
  redacted: SECRET_TEXT,
  example: {},
  input: () => z.strictObject({}),
  output: challengeOutput,
  run: async (memory, _input, { signal }) => toChallengerJson(await memory.challenge({ signal })),
});
