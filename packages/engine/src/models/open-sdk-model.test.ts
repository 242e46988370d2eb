import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

it('reads the answer of a server that does not stream', async () => {
  const answer = {
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'x',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Forty bar.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const model = createSdkModel({
    name: 'whole',
    place: async () => 'loopback',
    model: () => createOpenAICompatible({ name: 'whole', baseURL: `http://127.0.0.1:${port}/v1` })('x'),
  });
  const heard: string[] = [];
  const draft = await model.write(
    { instructions: wire`a`, prompt: wire`b` },
    { question: 'b', onText: (text) => heard.push(text) },
  );
  server.close();
  expect(draft).toMatchObject({ text: 'Forty bar.', failure: null });
  expect(heard.join('')).toBe('Forty bar.');
});

it('exempts the question and the constant instructions from the guard, and nothing of the prompt', async () => {
  await using server = await openModelServer([{ say: 'Forty bar.' }]);
  const exempted: (readonly string[])[] = [];
  const model = createSdkModel({
    name: 'guarded',
    place: async () => 'cloud-model',
    model: (exempt) => {
      exempted.push(exempt);
      return createOpenAICompatible({ name: 'guarded', baseURL: server.url })('x');
    },
  });
  await model.write({ instructions: wire`as told`, prompt: wire`of notes` }, { question: 'asked' });
  await model.open(['constant']);
  expect(exempted).toEqual([['asked', 'as told'], ['constant']]);
});
