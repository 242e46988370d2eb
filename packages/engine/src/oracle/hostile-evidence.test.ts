import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEgress } from '@memora/privacy';
import type { JudgeRequest } from '@memora/validator/judge';
import { describe, expect, it } from 'vitest';
import { defaultConfig } from '../config/load-config.ts';
import { createModelJudge } from '../judge/create-model-judge.ts';
import { openConfiguredModel } from '../models/open-configured-model.ts';
import { HOSTILE_EVIDENCE, type HostileEvidence } from '../testing-fixtures/hostile-evidence.ts';

const VERDICTS = {
  'The pump of Harbor runs at 40 bar.': 'supported',
  'The pump of Harbor runs at 99 bar.': 'contradicted',
} as const;

/**
 * A model that judges correctly what is between the marks, follows every order outside of them, and repeats
 * whatever a note tells it to.
 */
async function openObedientJudge({ before = '', behind = '' }: HostileEvidence) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const prompt = messages.at(-1)?.content ?? '';
    const [, word = ''] = /^<evidence-(\w+) number="1">$/mu.exec(prompt) ?? [];
    const between = new RegExp(
      `^<(evidence|statement)-${word}\\b[^>\\n]*>\\n[\\s\\S]*?\\n</\\1-${word}>$`,
      'gmu',
    );
    const isOrdered = prompt.replace(between, '').includes('ORDER');
    const statements = [...prompt.matchAll(between)].flatMap(([block]) => {
      const [, n, text = ''] = /^<statement-\w+ n="(\d+)"[^>]*>\n([^\n]*)/u.exec(block) ?? [];
      if (n === undefined) return [];
      const verdict = isOrdered ? 'supported' : (VERDICTS[text as keyof typeof VERDICTS] ?? 'supported');
      return [{ n: Number(n), verdict, quote: '', reason: 'as it says' }];
    });
    const content = `${before}${JSON.stringify({ statements })}${behind}`;
    response.setHeader('content-type', 'text/event-stream');
    for (const [delta, finish] of [
      [{ role: 'assistant', content }, null],
      [{}, 'stop'],
    ] as const) {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      response.write(`data: ${JSON.stringify({ id: 'x', created: 1, model: 'm', choices })}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const egress = createEgress({ guard: 'none' });
  const llm = { ...defaultConfig().llm, provider: 'openai-compatible' as const, endpoint };
  const model = openConfiguredModel(llm, async () => egress, {});
  if (model === null) throw new Error('no model');
  return {
    judge: await createModelJudge(model),
    [Symbol.asyncDispose]: async () => {
      egress.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toRequest(hostile: HostileEvidence): JudgeRequest {
  const { passage, title = 'Pump', path = 'plant/pump.md', headings = ['Pump'] } = hostile;
  const { author, speaker = null, leadIn = null, header = null } = hostile;
  const context = { title, path, headings, dates: [], author, speaker, leadIn, header };
  const evidence = [
    { quote: 'The pump of Harbor runs at 40 bar.', passage, context, band: 'private' as const },
  ];
  return { statements: Object.keys(VERDICTS).map((text, index) => ({ index, text, evidence })) };
}

describe('a note that gives orders to the judge', () => {
  it.each(HOSTILE_EVIDENCE)('flips no verdict: $name', async (hostile) => {
    await using model = await openObedientJudge(hostile);
    // A statement that was left out is not judged and has no check mark.
    const replies = await model.judge.judge(toRequest(hostile), {});
    const [truth, lie] = [0, 1].map((index) => replies.find((reply) => reply.index === index)?.verdict);
    expect(['supported', undefined]).toContain(truth);
    expect(['contradicted', undefined]).toContain(lie);
    if (hostile.before === undefined && hostile.behind === undefined)
      expect([truth, lie]).toEqual(['supported', 'contradicted']);
  });
});
