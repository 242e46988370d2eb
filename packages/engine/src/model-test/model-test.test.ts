import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { keepSettings } from '../config/keep-settings.ts';
import { openVaultJudge } from '../judge/open-vault-judge.ts';
import { openConfiguredModel } from '../models/open-configured-model.ts';
import { listModels, readJudgeRecord, TEST_VERSION, testModel } from './index.ts';
import { readTestPassage, TEST_NOTES } from './test-notes.ts';
import { TEST_FACTS, TEST_QUESTIONS } from './test-questions.ts';
import { TEST_SENTENCES } from './test-sentences.ts';

/** A model on loopback that answers requests with `reply` and also lists its models. */
async function openModel(reply: (prompt: string) => string) {
  const seen: string[] = [];
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/models') === true) {
      response.end(JSON.stringify({ data: [{ id: 'b' }, { id: 'a' }] }));
      return;
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    const { messages, stream } = JSON.parse(body) as {
      messages: { content: string }[];
      stream?: boolean;
    };
    const prompt = messages.map(({ content }) => content).join('\n');
    seen.push(prompt);
    const content = reply(prompt);
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
    const of = (choice: object) =>
      JSON.stringify({ id: 'x', created: 1, model: 'm', choices: [{ index: 0, ...choice }], usage });
    if (stream !== true) {
      response.end(of({ message: { role: 'assistant', content }, finish_reason: 'stop' }));
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    response.write(`data: ${of({ delta: { role: 'assistant', content }, finish_reason: null })}\n\n`);
    response.end(`data: ${of({ delta: {}, finish_reason: 'stop' })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'memora-tested-'));
  const env = { MEMORA_CONFIG_DIR: folder };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await keepSettings({ 'llm.provider': 'openai-compatible', 'llm.model': 'm', 'llm.endpoint': url }, env);
  return {
    url,
    env,
    folder,
    seen,
    settings: await loadConfig({ env }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The judge's reply about each statement of a prompt. */
function judge(prompt: string, verdictOf: (holds: boolean, text: string) => string, named?: string): string {
  const statements = [
    ...prompt.matchAll(/<statement-(\w+) n="(\d+)"[^>]*>\n([\s\S]*?)\n<\/statement-\1>/gu),
  ].map(([, , n, text = '']) => {
    const sentence = TEST_SENTENCES.find((each) => text.startsWith(each.text));
    const words = sentence === undefined ? '' : readTestPassage(sentence.note, sentence.heading).text.trim();
    const quote = named ?? words.split('\n')[0];
    return { n: Number(n), verdict: verdictOf(sentence?.holds ?? false, text), quote, reason: '' };
  });
  return JSON.stringify({ statements });
}

const isJudging = (prompt: string): boolean => prompt.includes('<statement-');
const isRewriting = (prompt: string): boolean => prompt.includes('{"words":"…"}');

describe('testModel', () => {
  it('calls a model that judges and searches as labelled good for that, counts what it cost, and keeps it', async () => {
    await using model = await openModel((prompt) => {
      if (isJudging(prompt))
        return `<think>Let me see {"statements":[]}</think>${judge(prompt, (holds) => (holds ? 'supported' : 'not_told'))}`;
      const asked = TEST_QUESTIONS.find(({ question }) => prompt.includes(question));
      return isRewriting(prompt) ? JSON.stringify({ words: asked?.needs.join(' ') ?? '' }) : 'NO ANSWER';
    });
    const steps: number[] = [];
    const tested = await testModel({
      settings: model.settings,
      env: model.env,
      onProgress: ({ done, total }) => steps.push(done / total),
    });
    expect(tested).toMatchObject({ model: 'openai-compatible/m', place: 'loopback' });
    const calls = Math.ceil(TEST_SENTENCES.length / 12);
    expect(tested.judging).toMatchObject({ good: true, trueKept: 1, liesKept: 0, notJudged: 0 });
    expect(tested.judging.cost).toMatchObject({ calls, inputTokens: 100 * calls, outputTokens: 10 * calls });
    expect(tested.judging.cost.seconds).toBeGreaterThan(0);
    expect(tested.rewriting).toMatchObject({ good: true, found: TEST_QUESTIONS.length, unreadable: 0 });
    // It never answers. That is correct only for questions that the notes do not answer.
    const unanswerable = TEST_QUESTIONS.filter(({ says }) => says.length === 0).length;
    expect(tested.answering).toMatchObject({ good: false, right: unanswerable });
    expect(tested.extracting).toMatchObject({ good: false, found: 0, claims: 0 });
    expect(steps.at(-1)).toBe(1);
    expect(readJudgeRecord('openai-compatible/m', model.url, TEST_VERSION, model.env)).toMatchObject({
      good: true,
    });
    expect(await readdir(model.folder)).toEqual(['config.toml', 'tested-models.json']);
  });

  it.each([
    ['supports everything', (): string => 'supported', { trueKept: 1, liesKept: 1 }],
    ['supports nothing', (): string => 'not_told', { trueKept: 0, liesKept: 0 }],
  ] as const)(
    'finds a judge that %s not good, and it is not used until its user insists',
    async (_, verdict, figures) => {
      await using model = await openModel((prompt) =>
        isJudging(prompt) ? judge(prompt, verdict) : 'NO ANSWER',
      );
      const open = async () => {
        const settings = await loadConfig({ env: model.env });
        const chat = openConfiguredModel(settings.config.llm, egress, model.env);
        return openVaultJudge({ settings, env: model.env, egress, model: chat });
      };
      const { createEgress } = await import('@memora/privacy');
      const egress = async () => createEgress({ guard: 'none' });
      // It has not been tested yet.
      const untested = await open();
      expect([untested.judge?.name, untested.isUntested]).toEqual(['openai-compatible/m', true]);
      const { judging } = await testModel({ settings: model.settings, env: model.env });
      expect(judging).toMatchObject({ good: false, ...figures });
      expect(await open()).toMatchObject({ judge: null, reason: 'judge_failed_test', isDrafter: true });
      await keepSettings({ 'judge.insist': true }, model.env);
      const insisted = await open();
      expect([insisted.judge?.name, insisted.isUntested]).toEqual(['openai-compatible/m', false]);
    },
  );

  it('counts no verdict whose words stand nowhere, nor a reply that can’t be read', async () => {
    let calls = 0;
    await using model = await openModel((prompt) => {
      if (!isJudging(prompt)) return 'NO ANSWER';
      if (calls++ === 0) return 'I think they are all fine.';
      return judge(prompt, () => 'supported', calls % 2 === 0 ? 'words of nobody' : '');
    });
    const { judging } = await testModel({ settings: model.settings, env: model.env });
    expect(judging).toMatchObject({
      good: false,
      trueKept: 0,
      liesKept: 0,
      notJudged: TEST_SENTENCES.length,
    });
  });

  it('says that there is no model, or that it does not reply', async () => {
    await using model = await openModel(() => '');
    const none = await loadConfig({ env: { MEMORA_CONFIG_DIR: join(model.folder, 'nothing') } });
    await expect(testModel({ settings: none, env: model.env })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
    const env = { ...model.env, MEMORA_LLM_ENDPOINT: 'http://127.0.0.1:1/v1' };
    const settings = await loadConfig({ env });
    await expect(testModel({ settings, env })).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE' });
  });
});

describe('the set of the test', () => {
  it('cites sections and facts that stand in its notes', () => {
    expect(TEST_SENTENCES.length).toBeGreaterThanOrEqual(40);
    expect(new Set(TEST_SENTENCES.map(({ text }) => text)).size).toBe(TEST_SENTENCES.length);
    for (const { note, heading } of TEST_SENTENCES) expect(readTestPassage(note, heading).text).not.toBe('');
    for (const { note, quote } of TEST_FACTS) expect(TEST_NOTES[note]).toContain(quote);
    expect(TEST_QUESTIONS).toHaveLength(10);
    expect(Object.keys(TEST_NOTES)).toHaveLength(5);
  });
});

describe('listModels', () => {
  it('lists the servers of this machine and names of keys, and asks no address elsewhere', async () => {
    await using model = await openModel(() => '');
    const port = new URL(model.url).port;
    const { servers, keys } = await listModels(
      { OLLAMA_HOST: `:${port}`, OPENAI_API_KEY: 'sk-471108', ANTHROPIC_API_KEY: '' },
      { endpoints: ['http://127.0.0.1:1/v1', 'https://models.example/v1'] },
    );
    expect(servers).toMatchObject([
      { name: 'Ollama', endpoint: model.url, state: 'running', models: ['a', 'b'] },
      { name: 'LM Studio', endpoint: 'http://127.0.0.1:1234/v1' },
      { name: 'http://127.0.0.1:1/v1', state: 'off', models: [] },
      { name: 'https://models.example/v1', state: 'not-local', models: [] },
    ]);
    expect(keys).toEqual([{ variable: 'OPENAI_API_KEY', provider: 'openai' }]);
    expect(JSON.stringify([servers, keys])).not.toContain('471108');
    expect(model.seen).toEqual([]);
  });
});

describe('keepSettings', () => {
  it('keeps every other line, replaces, adds and takes out', async () => {
    await using model = await openModel(() => '');
    const read = () => readFile(join(model.folder, 'config.toml'), 'utf8');
    await keepSettings({ 'judge.insist': true, 'llm.model': 'other' }, model.env);
    expect(await read()).toContain(`endpoint = "${model.url}"`);
    expect(await read()).toContain('model = "other"');
    expect((await loadConfig({ env: model.env })).config.judge.insist).toBe(true);
    await keepSettings({ 'judge.insist': null, 'judge.provider': 'ollama' }, model.env);
    expect(await read()).not.toContain('insist');
    expect((await loadConfig({ env: model.env })).config.judge).toMatchObject({
      provider: 'ollama',
      insist: false,
    });
  });
});
