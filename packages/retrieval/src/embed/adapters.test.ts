import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { WireText } from '@memora/core';
import { createEgress, toWireText } from '@memora/privacy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRetriever } from '../create-retriever.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { writeTinyEmbedder } from '../testing-fixtures/tiny-embedder.ts';
import { createVectorIndex } from '../vector/create-vector-index.ts';
import { createAiSdkEmbedder } from './create-ai-sdk-embedder.ts';
import { openHuggingFaceEmbedder } from './open-hugging-face-embedder.ts';

const wires = (...texts: string[]) =>
  texts.map((text) => toWireText({ text, band: 'private' }, 'loopback') as WireText);
const options = { role: 'document', signal: new AbortController().signal } as const;

describe('a model folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'memora-model-'));
  const path = join(root, 'tiny');
  beforeAll(() => writeTinyEmbedder(path));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('embeds on this machine, from its own ONNX file', async () => {
    const embedder = await openHuggingFaceEmbedder({ path });
    const [car, auto, soup] = (await embedder.embed(
      wires('the car', 'the auto', 'soup'),
      options,
    )) as number[][];
    expect(embedder).toMatchObject({
      id: expect.stringMatching(/^huggingface:tiny-[0-9a-f]{8}$/),
      dimensions: 8,
      place: 'loopback',
    });
    expect(car).toHaveLength(8);
    expect(auto).toEqual(car);
    expect(soup).not.toEqual(car);
  });

  test('is opened while others are, and is told from a folder of the same name', async () => {
    const paths = ['a', 'b', 'c'].map((name) => join(root, name, 'onnx-model'));
    for (const [i, each] of paths.entries()) {
      await writeTinyEmbedder(each);
      const config = JSON.parse(readFileSync(join(each, 'config.json'), 'utf8'));
      writeFileSync(join(each, 'config.json'), JSON.stringify({ ...config, made_as: i }));
    }
    const opened = await Promise.all(paths.map((each) => openHuggingFaceEmbedder({ path: each })));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(3);
    for (const { embed } of opened) expect(await embed(wires('the car'), options)).toHaveLength(1);
  });

  test('serves as the vector leg', async () => {
    const vectors = createVectorIndex({ embedder: await openHuggingFaceEmbedder({ path }) });
    await using v = await setupVault(
      { 'a.md': '# A\n\nThe auto is red.\n', 'b.md': '# B\n\nThe soup is red.\n' },
      { indexes: [vectors] },
    );
    await vectors.sync(v.store);
    const { hits, degraded } = await createRetriever({ store: v.store, vectors }).query('car');
    expect(degraded).toBe(false);
    expect(hits[0]?.claim.notePath).toBe('a.md');
  });

  test('that is not there is an error that names it, and nothing is asked of a hub', async () => {
    await expect(openHuggingFaceEmbedder({ path: join(root, 'absent') })).rejects.toMatchObject({
      code: 'MODEL_NOT_LOADED',
    });
  });
});

describe('an AI SDK embedding model', () => {
  const requests: { url: string | undefined; input: string[] }[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat((await request.toArray()) as Buffer[]).toString()) as {
      input: string[];
    };
    requests.push({ url: request.url, input: body.input });
    const data = body.input.map((text, index) => ({
      index,
      object: 'embedding',
      embedding: [text.length, 1, 0],
    }));
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ object: 'list', data, model: 'm', usage: { prompt_tokens: 1, total_tokens: 1 } }),
    );
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => server.close());

  const createEmbedder = (endpoint: string) =>
    createAiSdkEmbedder({
      egress: createEgress({ guard: 'none', allowNetwork: false }),
      url: endpoint,
      dimensions: 3,
      createModel: ({ fetch }) =>
        createOpenAICompatible({ name: 'own', baseURL: endpoint, fetch }).embeddingModel('m'),
    });

  test('is asked through the door', async () => {
    const embedder = await createEmbedder(url);
    expect(embedder.place).toBe('loopback');
    expect(await embedder.embed(wires('one', 'three'), options)).toEqual([
      [3, 1, 0],
      [5, 1, 0],
    ]);
    expect(requests.at(-1)).toEqual({ url: '/v1/embeddings', input: ['one', 'three'] });
  });

  test('at an address that is not this machine counts as a cloud, and is sent nothing while the network is off', async () => {
    const embedder = await createEmbedder('https://192.0.2.7/v1');
    expect(embedder.place).toBe('cloud-embedder');
    const wire = toWireText({ text: 'a question', band: 'private' }, embedder.place) as WireText;
    await expect(
      embedder.embed([wire], { role: 'query', signal: AbortSignal.timeout(5000) }),
    ).rejects.toThrow(/network is switched off/);
  });
});
