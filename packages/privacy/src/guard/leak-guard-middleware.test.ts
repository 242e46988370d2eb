import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embedMany, generateText, streamText, tool, wrapEmbeddingModel, wrapLanguageModel } from 'ai';
import { MockEmbeddingModelV4, MockLanguageModelV4 } from 'ai/test';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { leakGuardEmbedding, leakGuardMiddleware } from '../ai-sdk.ts';
import { createEgress } from '../egress/create-egress.ts';
import { openLoopbackServer } from '../testing-fixtures/loopback-server.ts';
import { createLeakGuard } from './create-leak-guard.ts';
import { LeakError } from './leak-guard.ts';

const SECRET = 'My salary at Initech is 92,500 a year';
const guard = createLeakGuard({ secrets: () => [{ id: 'abcdefghij012345', text: SECRET }] });

function setupModel() {
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({
      content: [{ type: 'text', text: 'ok' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
  });
  return { model, guarded: wrapLanguageModel({ model, middleware: leakGuardMiddleware(guard) }) };
}

it('stops a prompt, a tool schema and a file that hold a secret, before the model is called', async () => {
  const { model, guarded } = setupModel();
  expect((await generateText({ model: guarded, prompt: 'What is tea?' })).text).toBe('ok');
  expect(model.doGenerateCalls.length).toBe(1);
  const leaky = { description: SECRET, inputSchema: z.object({ a: z.string() }) };
  const file = { type: 'file', data: Buffer.from(SECRET), mediaType: 'text/plain' } as const;
  for (const call of [
    generateText({ model: guarded, prompt: `Note: ${SECRET}`, maxRetries: 0 }),
    generateText({ model: guarded, prompt: 'x', tools: { a: tool(leaky) }, maxRetries: 0 }),
    generateText({ model: guarded, messages: [{ role: 'user', content: [file] }], maxRetries: 0 }),
  ]) {
    const error = await call.catch((e: unknown) => e);
    expect(error).toBeInstanceOf(LeakError);
    expect(String(error)).not.toContain('Initech');
  }
  expect(model.doGenerateCalls.length).toBe(1);
});

it('stops streams and embeddings too, and lets a model on this machine see everything', async () => {
  const { guarded } = setupModel();
  const errors: unknown[] = [];
  const result = streamText({
    model: guarded,
    prompt: SECRET,
    maxRetries: 0,
    onError: ({ error }) => void errors.push(error),
  });
  await result.consumeStream();
  expect(errors[0]).toBeInstanceOf(LeakError);
  const embedder = new MockEmbeddingModelV4({
    doEmbed: async ({ values }) => ({ embeddings: values.map(() => [1]), warnings: [] }),
  });
  const model = wrapEmbeddingModel({ model: embedder, middleware: leakGuardEmbedding(guard) });
  await expect(embedMany({ model, values: ['tea', SECRET], maxRetries: 0 })).rejects.toBeInstanceOf(
    LeakError,
  );
  const local = wrapEmbeddingModel({
    model: embedder,
    middleware: leakGuardEmbedding(guard, { guards: () => false }),
  });
  expect((await embedMany({ model: local, values: [SECRET] })).embeddings).toEqual([[1]]);
});

it('a provider that is handed the door connects through it', async () => {
  await using server = await openLoopbackServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: '1',
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  });
  const egress = createEgress({ guard, allowNetwork: false, loopback: 'cloud' });
  const provider = createOpenAICompatible({
    name: 'local',
    baseURL: `${server.url}/v1`,
    fetch: egress.fetch('chat'),
  });
  expect((await generateText({ model: provider('m'), prompt: 'hi', maxRetries: 0 })).text).toBe('hello');
  const leak = generateText({ model: provider('m'), prompt: SECRET, maxRetries: 0 });
  await expect(leak).rejects.toMatchObject({ code: 'SECRET_IN_PAYLOAD' });
  const remote = createOpenAICompatible({
    name: 'x',
    baseURL: 'http://203.0.113.9/v1',
    fetch: egress.fetch('chat'),
  });
  await expect(generateText({ model: remote('m'), prompt: 'hi', maxRetries: 0 })).rejects.toMatchObject({
    code: 'NETWORK_DISABLED',
  });
  expect(server.seen.length).toBe(1);
});
