import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { wire } from '@memora/privacy';
import { expect, it } from 'vitest';
import { openModelServer } from '../testing-fixtures/model-server.ts';
import { createSdkModel } from './open-sdk-model.ts';

it('gives up on a model that stays silent, and says that it was the time', async () => {
  await using server = await openModelServer([{ hang: true }]);
  const model = createSdkModel({
    name: 'silent',
    place: async () => 'loopback',
    model: () => createOpenAICompatible({ name: 'silent', baseURL: server.url })('x'),
    timeoutMs: 60,
  });
  const draft = await model.write({ instructions: wire`a`, prompt: wire`b` }, { question: 'b' });
  expect(draft).toEqual({ text: '', failure: 'model_timeout' });
});
