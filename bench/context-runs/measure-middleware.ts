import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { openAgentMemory } from '@memora/agent-memory';
import { withAgentMemory } from '@memora/agent-memory/ai-sdk';
import { openChatServer } from '@memora/e2e/open-chat-server';
import { streamText } from 'ai';
import { interleave, type Report } from '../report.ts';
import type { Facts } from './open-facts.ts';

/** The time that the memory adds before the first word of a model on loopback, compared with a recall. Processor times, including the server's. */
export async function measureMiddleware(report: Report, { vault, env, ask }: Facts): Promise<void> {
  await using server = await openChatServer(() => 'It runs there, as far as anybody here can tell.');
  await using agent = await openAgentMemory({ vault, env });
  const model = createOpenAICompatible({ name: 'bench', baseURL: server.url, apiKey: 'k' })('m');
  let rest: Promise<unknown> = Promise.resolve();
  const untilFirstWord = async (asked: typeof model): Promise<void> => {
    const { textStream, text } = streamText({ model: asked, prompt: ask(), maxRetries: 0 });
    rest = Promise.resolve(text);
    for await (const _ of textStream) break;
  };
  // A turn is recorded after the first word, so it is awaited but not measured. The first turn of a session also creates its prefix.
  let wrapped = model;
  const times = await interleave(
    {
      bare: () => untilFirstWord(model),
      wrapped: () => untilFirstWord(wrapped),
      recall: () => agent.recall(ask()),
    },
    {
      rounds: 60,
      warmup: 15,
      processorTime: true,
      before: async (name) => {
        await rest;
        // The second turn of a conversation, because a long one is recorded turn by turn.
        if (name !== 'wrapped') return;
        wrapped = withAgentMemory(model, await agent.session({ client: 'bench' }), { place: 'loopback' });
        await untilFirstWord(wrapped);
        await rest;
      },
    },
  );
  report.table([
    { 'until the first word': 'the model', p50: times.bare.median },
    { 'until the first word': 'the model with its memory', p50: times.wrapped.median },
  ]);
  const ratio = report.compare('added by the memory, p50', times.wrapped.median - times.bare.median, {
    name: 'a recall',
    value: times.recall,
  });
  report.budget('added until the first word against a recall', ratio, { max: 2, unit: '×' });
}
