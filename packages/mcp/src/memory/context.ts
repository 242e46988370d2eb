import * as z from 'zod';
import { described, SECRET_TEXT, text, unlisted } from '../protocol/fields.ts';
import type { ToolDefinition } from '../protocol/tool-definition.ts';
import { openAgentSession } from './open-agent-session.ts';

/** `memora_context`: the context for a model, for a host that puts it into its prompt. */
export const context: ToolDefinition = {
  name: 'memora_context',
  title: 'Context',
  description:
    'Memory packed for a prompt: a fixed prefix and lines for the turn. Example: {"question":"deploy day?"}',
  isCore: false,
  isMemory: true,
  isReadOnly: true,
  redacted: SECRET_TEXT,
  example: { question: 'When are the batteries of the buoys changed?' },
  input: () => z.strictObject({ question: text().optional(), budget: z.int().min(0).optional() }),
  output: () =>
    z.strictObject({
      prefix: unlisted(z.string()),
      turn: unlisted(z.string()),
      tokens: unlisted(described()),
      included: unlisted(z.array(z.string())),
      excluded: unlisted(described()),
    }),
  run: async (memory, { question, budget }, { client, signal }) => {
    const { session } = await openAgentSession(memory, client);
    const pack = await session.context({
      signal,
      ...(typeof question === 'string' ? { question } : {}),
      ...(typeof budget === 'number' ? { budget } : {}),
    });
    const excluded: Record<string, string[]> = {};
    // Only people may learn that a secret item was left out.
    for (const { id, reason } of pack.excluded)
      if (reason !== 'band') excluded[reason] = [...(excluded[reason] ?? []), id];
    const { prefix, turn, tokens } = pack;
    return { prefix, turn, tokens, included: pack.included.map(({ id }) => id), excluded };
  },
};
