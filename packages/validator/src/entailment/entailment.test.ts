import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutboundPort, WireText } from '@memora/core';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import type { EntailmentJudge, EntailmentQuestion } from '../contract/entailment-judge.ts';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { writeTinyNliModel } from '../testing-fixtures/tiny-nli-model.ts';
import { verifyCitations } from '../verification/verify-citations.ts';
import { createAiSdkJudge } from './ai-sdk-judge.ts';
import { judgeEntailment } from './judge-entailment.ts';
import { openLocalNliJudge } from './local-nli-judge.ts';
import { createPortJudge } from './port-judge.ts';
import { readVerdict } from './read-verdict.ts';

// Tests stand in for the mint of @memora/privacy, which this package may not import.
const toWireText = (text: string) => text as WireText;

async function setup(band?: 'public' | 'secret') {
  const notes = createCitedNotes({ 'a.md': 'Tea is hot. Ice is cold.' });
  const tea = notes.cite('a.md', 'Tea is hot.', band === undefined ? {} : { band });
  const ice = notes.cite('a.md', 'Ice is cold.');
  return verifyCitations(`Tea is very hot ${tea}. It rains. Ice is cold ${ice}.`, notes.ports);
}

function scripted(reply: unknown, locality: 'local' | 'cloud' = 'local') {
  const asked: EntailmentQuestion[] = [];
  const judge: EntailmentJudge = {
    name: 'scripted',
    locality,
    judge: async (question) => {
      asked.push(question);
      if (reply instanceof Error) throw reply;
      return reply;
    },
  };
  return { judge, asked };
}

describe('entailment', () => {
  it('lesson 15: the sentence is judged and not the claim, and only sentences that stand', async () => {
    const { judge, asked } = scripted('entailed');
    const report = await judgeEntailment(await setup(), { judge });
    expect(asked.map(({ statement }) => statement)).toEqual(['Tea is very hot.', 'Ice is cold.']);
    expect(asked.map(({ evidence }) => evidence)).toEqual(['Tea is hot.', 'Ice is cold.']);
    expect(report.counts).toEqual({ entailed: 2, neutral: 0, contradicted: 0, unchecked: 0 });
  });

  it('lesson 15: a reply that can not be read, or a judge that fails, leaves the statement unchecked', async () => {
    for (const reply of [
      '',
      'yes',
      'not entailed',
      'entailed, I think',
      '{"verdict":',
      '{"verdict":"sure"}',
      null,
      7,
      new Error('x'),
    ]) {
      const { counts } = await judgeEntailment(await setup(), { judge: scripted(reply).judge });
      expect(counts.unchecked, String(reply)).toBe(2);
    }
    expect(
      [
        'entailed',
        ' Neutral.',
        '"contradicted"',
        '```json\n{"verdict":"entailed"}\n```',
        { verdict: 'neutral' },
      ].map(readVerdict),
    ).toEqual(['entailed', 'neutral', 'contradicted', 'entailed', 'neutral']);
  });

  it('shows a secret span to a local judge only', async () => {
    const cloud = scripted('entailed', 'cloud');
    const report = await judgeEntailment(await setup('secret'), { judge: cloud.judge });
    expect(report.statements[0]).toMatchObject({ verdict: 'unchecked' });
    expect(cloud.asked.map(({ evidence }) => evidence)).toEqual(['Ice is cold.']);
    const local = scripted('entailed', 'local');
    await judgeEntailment(await setup('secret'), { judge: local.judge });
    expect(local.asked).toHaveLength(2);
  });

  it('sends wire text through the outbound door, to a real server', async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        bodies.push(body);
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ verdict: bodies.length === 1 ? 'neutral' : 'entailed' }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/judge`;
    const outbound: OutboundPort = {
      request: async (destination, payload) => {
        const reply = await fetch(destination.url, { method: 'POST', body: JSON.stringify(payload) });
        return { status: reply.status, body: await reply.json() };
      },
    };
    const judge = createPortJudge({ outbound, destination: { url, kind: 'judge' }, toWireText });
    const report = await judgeEntailment(await setup(), { judge });
    server.close();
    expect(report.counts).toMatchObject({ neutral: 1, entailed: 1 });
    expect(JSON.parse(bodies[0] as string)).toEqual({
      evidence: 'Tea is hot.',
      statement: 'Tea is very hot.',
    });

    const refusing = createPortJudge({
      outbound,
      destination: { url, kind: 'judge' },
      toWireText: () => null,
    });
    const refused = await judgeEntailment(await setup(), { judge: refusing });
    expect(refused.statements[0]).toMatchObject({
      verdict: 'unchecked',
      reason: 'the judge failed (NOT_FOR_THE_WIRE)',
    });
  });

  it('asks an AI SDK model for one word', async () => {
    const model = new MockLanguageModelV4({
      doGenerate: async () => ({
        content: [{ type: 'text', text: 'contradicted' }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      }),
    });
    const report = await judgeEntailment(await setup(), { judge: createAiSdkJudge({ model, toWireText }) });
    expect(report.counts.contradicted).toBe(2);
    const prompt = JSON.stringify(model.doGenerateCalls[0]?.prompt);
    expect(prompt).toContain('Tea is very hot.');
    expect(prompt).not.toContain('[claim:');
  });

  it('runs a real model from a local folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'memora-nli-'));
    try {
      await writeTinyNliModel(join(folder, 'tiny-nli'));
      await using judge = await openLocalNliJudge({ modelPath: join(folder, 'tiny-nli') });
      const ask = (evidence: string, statement: string) =>
        judge.judge({ evidence, statement, band: 'secret', signal: null });
      expect(await ask('Tea is hot.', 'Tea is hot.')).toBe('entailed');
      expect(await ask('Tea is hot.', 'Tea is not hot.')).toBe('contradicted');
      expect(await ask('Tea is hot.', 'Maybe.')).toBe('neutral');
      expect(judge.locality).toBe('local');

      await writeTinyNliModel(join(folder, 'moods'), ['happy', 'neutral', 'sad']);
      await expect(openLocalNliJudge({ modelPath: join(folder, 'moods') })).rejects.toMatchObject({
        code: 'NLI_LABELS_UNKNOWN',
      });
      await expect(openLocalNliJudge({ modelPath: join(folder, 'none') })).rejects.toMatchObject({
        code: 'NLI_MODEL_UNREADABLE',
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
