import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { generateText, streamText, type ToolSet } from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { memoraTools, verifiedStream, withMemora } from './index.ts';

const NOTES = {
  'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n\nMara replaced the seal on 2026-03-02.\n',
  'safe.md': '---\nprivacy: secret\n---\n# Safe\n\nThe pump room safe opens with 471108-Kestrel.\n',
};

async function setup() {
  const vault = await setupVault(NOTES);
  const memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  const { claims } = await memory.claims.listClaims();
  const texts = await memory.readSpans(claims, { reveal: true });
  const cite = (words: string) => `[claim:${claims[texts.findIndex((text) => text?.includes(words))]?.id}]`;
  return {
    memory,
    cite,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finishReason = { unified: 'stop', raw: 'stop' } as const;

function mockModel(text: string) {
  const seen: LanguageModelV4CallOptions[] = [];
  const pieces = text.match(/[\s\S]{1,6}/g) ?? [];
  const model = new MockLanguageModelV4({
    doGenerate: async (options) => {
      seen.push(options);
      return { content: [{ type: 'text', text }], finishReason, usage, warnings: [] };
    },
    doStream: async (options) => {
      seen.push(options);
      const parts: LanguageModelV4StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        ...pieces.map((delta) => ({ type: 'text-delta' as const, id: '1', delta })),
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason, usage },
      ];
      return { stream: convertArrayToReadableStream(parts) };
    },
  });
  return { model, prompts: () => JSON.stringify(seen.map(({ prompt }) => prompt)) };
}

describe('withMemora', () => {
  it('stops a call into which somebody else has put secret text, unless the person typed it or the model is local', async () => {
    await using setting = await setup();
    const { model, prompts } = mockModel('NO ANSWER');
    const leak = {
      instructions: 'The safe opens with 471108-Kestrel.',
      prompt: 'At how many bar does the pump run?',
    };
    const guarded = withMemora(model, setting.memory);
    await expect(generateText({ model: guarded, ...leak, maxRetries: 0 })).rejects.toMatchObject({
      code: 'SECRET_IN_PAYLOAD',
    });
    expect(prompts()).toBe('[]');
    await generateText({ model: guarded, prompt: 'Is it 471108-Kestrel that opens the safe?' });
    expect(prompts()).toContain('471108-Kestrel');
    await generateText({ model: withMemora(model, setting.memory, { place: 'loopback' }), ...leak });
    expect(prompts()).toContain('The safe opens with');
  });

  it('puts claims into the prompt and lets only verified statements out, with citations as the SDK has them', async () => {
    await using asked = await setup();
    const { model, prompts } = mockModel(
      `The pump runs at 40 bar ${asked.cite('40 bar')}. It was painted green.`,
    );
    const result = await generateText({
      model: withMemora(model, asked.memory),
      prompt: 'At how many bar does the pump run?',
    });
    expect(result.text).toBe(`The pump runs at 40 bar ${asked.cite('40 bar')}.`);
    expect(prompts()).toContain('The pump runs at 40 bar.');
    expect(result.sources).toMatchObject([{ sourceType: 'document', filename: 'pump.md' }]);
    const [part] = result.content;
    expect(part).toMatchObject({
      type: 'text',
      citations: [{ citedText: 'The pump runs at 40 bar.', startIndex: 0, endIndex: result.text.length }],
    });
  });

  it('does the same for a stream, while it is written', async () => {
    await using asked = await setup();
    const text = `The pump runs at 40 bar ${asked.cite('40 bar')}. It runs at 99 bar ${asked.cite('40 bar')}. Mara replaced the seal on 2026-03-02 ${asked.cite('seal')}.`;
    const { model } = mockModel(text);
    const result = streamText({ model: withMemora(model, asked.memory), prompt: 'What about the pump?' });
    let streamed = '';
    for await (const piece of result.textStream) streamed += piece;
    expect(streamed).toContain('40 bar');
    expect(streamed).toContain('2026-03-02');
    expect(streamed).not.toContain('99');
    expect(await result.sources).toHaveLength(2);
  });

  it('never shows a model secret text, unless it runs on this machine', async () => {
    await using asked = await setup();
    const cloud = mockModel('NO ANSWER');
    const prompt = 'What opens the pump room safe?';
    await generateText({ model: withMemora(cloud.model, asked.memory), prompt });
    expect(cloud.prompts()).not.toMatch(/471108|Kestrel/);
    const local = mockModel('NO ANSWER');
    await generateText({ model: withMemora(local.model, asked.memory, { place: 'loopback' }), prompt });
    expect(local.prompts()).toContain('471108-Kestrel');
  });

  it('gives out nothing that rests on a claim the model was not shown', async () => {
    await using asked = await setup();
    const { model } = mockModel(`Mara replaced the seal on 2026-03-02 ${asked.cite('seal')}.`);
    const wrapped = withMemora(model, asked.memory, { region: 'elsewhere' });
    const { text } = await generateText({ model: wrapped, prompt: 'At how many bar does the pump run?' });
    expect(text).toBe('');
  });

  it('says the fallback where nothing of what the model wrote stands, and only there', async () => {
    await using asked = await setup();
    const prompt = 'At how many bar does the pump run?';
    const fallback = 'The notes do not say.';
    const good = `The pump runs at 40 bar ${asked.cite('40 bar')}.`;
    for (const [written, expected] of [
      ['It was painted green.', fallback],
      [good, good],
      ['', ''],
    ] as const) {
      const model = withMemora(mockModel(written).model, asked.memory, { fallback });
      expect((await generateText({ model, prompt })).text).toBe(expected);
      let streamed = '';
      for await (const piece of streamText({ model, prompt }).textStream) streamed += piece;
      expect(streamed).toBe(expected);
    }
  });
});

describe('memoraTools', () => {
  it('find, answer and verify, with secret claims redacted', async () => {
    await using asked = await setup();
    const tools: ToolSet = memoraTools(asked.memory);
    const call = async (name: string, input: unknown) =>
      tools[name]?.execute?.(input, { toolCallId: '1', messages: [], context: {} } as never);
    const found = await call('memora_query', { query: 'pump room safe', k: 5 });
    expect(JSON.stringify(found)).not.toMatch(/471108|Kestrel/);
    // A search by its words must not reveal a secret claim.
    expect(JSON.stringify(found)).not.toContain('[redacted]');
    const answer = (await call('memora_query_cited', { query: 'At how many bar does the pump run?' })) as {
      clean_text: string;
    };
    expect(answer.clean_text).toContain('40 bar');
    expect(await call('memora_verify_answer', { text: answer.clean_text })).toMatchObject({ problems: 0 });
    const forged = answer.clean_text.replace('40 bar', '41 bar');
    expect(await call('memora_verify_answer', { text: forged })).toMatchObject({ mismatch: 1 });
  });

  it('have types of what they take and give, and are called without a model', async () => {
    await using asked = await setup();
    const { memora_query, memora_query_cited, memora_verify_answer } = memoraTools(asked.memory);
    const found = await memora_query.execute({ query: 'pump' }, {});
    const paths: readonly string[] = found.hits.map(({ note }) => note);
    expect(paths).toContain('pump.md');
    const { clean_text } = await memora_query_cited.execute(
      { query: 'At how many bar does the pump run?' },
      {},
    );
    const { verdict } = await memora_verify_answer.execute({ text: clean_text }, {});
    expect(verdict).toBe('verified');
    // @ts-expect-error: no tool of this name without `capture`
    expect(memoraTools(asked.memory).memora_capture).toBeUndefined();
  });

  it('write notes where that is asked for: new ones, as an agent', async () => {
    await using asked = await setup();
    const { memora_capture, memora_query_cited } = memoraTools(asked.memory, { capture: true });
    const note = { region: 'inbox', summary: 'Gasket', body: 'The gasket of the pump costs 12 euros.' };
    const written = await memora_capture.execute(note, {});
    expect(written).toEqual({ id: expect.stringMatching(/./), path: 'inbox/Gasket.md' });
    const { clean_text } = await memora_query_cited.execute(
      { query: 'How much does the gasket of the pump cost?' },
      {},
    );
    expect(clean_text).toContain('The gasket of the pump costs 12 euros.');
    const { claims } = await asked.memory.claims.listClaims({ notePath: written.path });
    expect(claims.map(({ trust }) => trust)).toEqual([0.7]);
    const again = await memora_capture.execute(note, {});
    expect(again.path).not.toBe(written.path);
    await expect(memora_capture.execute({ ...note, region: '../..' }, {})).rejects.toMatchObject({
      code: 'PATH_OUTSIDE_VAULT',
    });
    await expect(memora_capture.execute(note, { abortSignal: AbortSignal.abort() })).rejects.toThrow();
    const { capture, ...asking } = asked.memory;
    expect(() => memoraTools(asking as Memory, { capture: true })).toThrow(/writes no notes/);
  });
});

describe('verifiedStream', () => {
  it('verifies any stream of text', async () => {
    await using asked = await setup();
    const text = convertArrayToReadableStream([
      'The pump runs at ',
      `40 bar ${asked.cite('40 bar')}. `,
      'It sings.',
    ]);
    let out = '';
    for await (const part of verifiedStream(text, asked.memory)) if (part.type === 'text') out += part.text;
    expect(out).toContain('40 bar');
    expect(out).not.toContain('sings');
  });
});
