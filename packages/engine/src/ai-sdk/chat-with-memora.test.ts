import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { generateText, type ModelMessage, streamText } from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { type ChatMessage, type WithMemoraOptions, withMemora } from './index.ts';

const NOTES = {
  'sabbaticals.md':
    '# Sabbaticals\n\nEmployees with three years of tenure are eligible for a sabbatical.\n\nA sabbatical lasts six weeks.\n',
  'dental.md':
    '# Dental insurance\n\nDental insurance covers two cleanings a year, for as long as you work here.\n',
  'disability.md': '# Disability insurance\n\nLong disability lasts until you are 65.\n',
  'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n',
};
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finishReason = { unified: 'stop', raw: 'stop' } as const;

async function setup() {
  const vault = await setupVault(NOTES);
  const memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  return {
    memory,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
}

function mockModel(reply: string | ((prompt: string) => string)) {
  const seen: LanguageModelV4CallOptions[] = [];
  const write = (options: LanguageModelV4CallOptions): string => {
    seen.push(options);
    return typeof reply === 'string' ? reply : reply(JSON.stringify(options.prompt));
  };
  const model = new MockLanguageModelV4({
    doGenerate: async (options) => ({
      content: [{ type: 'text', text: write(options) }],
      finishReason,
      usage,
      warnings: [],
    }),
    doStream: async (options) => {
      const parts: LanguageModelV4StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        ...(write(options).match(/[\s\S]{1,7}/gu) ?? []).map((delta) => ({
          type: 'text-delta' as const,
          id: '1',
          delta,
        })),
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason, usage },
      ];
      return { stream: convertArrayToReadableStream(parts) };
    },
  });
  return { model, seen };
}

type Setting = Awaited<ReturnType<typeof setup>>;

/** Both ways of asking must give the same text and the same report. */
async function ask(
  { memory }: Setting,
  reply: Parameters<typeof mockModel>[0],
  messages: readonly string[],
  options: WithMemoraOptions = {},
) {
  const chat = messages.map(
    (content, at): ModelMessage => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }),
  );
  const { model, seen } = mockModel(reply);
  const wrapped = withMemora(model, memory, options);
  const { text, content } = await generateText({ model: wrapped, messages: chat, maxRetries: 0 });
  let streamed = '';
  let report: unknown;
  for await (const part of streamText({ model: wrapped, messages: chat, maxRetries: 0 }).fullStream) {
    if (part.type === 'text-delta') streamed += part.text;
    if (part.type === 'text-end') report ??= part.providerMetadata?.['memora'];
  }
  expect(streamed).toBe(text);
  const [first] = content;
  const metadata = first?.type === 'text' ? first.providerMetadata?.['memora'] : undefined;
  expect(report).toEqual(metadata);
  return { text, prompt: seen[0]?.prompt ?? [], metadata };
}

describe('a chat with notes', () => {
  it.each([
    ['Hi! Who are you?', 'Hi! I am an assistant.  How can I help?'],
    ['Translate good morning into German.', '**Guten Morgen**'],
    ['Thanks!', 'You are welcome :-)'],
    [
      'Write a function that adds two numbers.',
      'Sure:\n\n```ts\nconst add = (a: number, b: number) => a + b;\n```\n\n1. `a` and `b` are numbers\n   - also negative ones\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nSee [1] and (handbook.md).\n',
    ],
    [
      'Schreib ein Haiku über den Herbst.',
      'Ein Blatt fällt herab\nder Wind erzählt vom Sommer\nstill wird es im Wald',
    ],
  ])('passes what needs no notes as it is: %s', async (message, reply) => {
    await using setting = await setup();
    const { text, prompt, metadata } = await ask(setting, reply, [message]);
    expect(text).toBe(reply);
    expect(metadata).toEqual({ grounded: false, refused: [], quoted: 0, judged: 0, notJudged: 0 });
    expect(prompt.at(-1)).toMatchObject({ role: 'user', content: [{ type: 'text', text: message }] });
    expect(JSON.stringify(prompt)).not.toContain('40 bar');
  });

  it('searches for a follow-up with the words of the user’s messages before it', async () => {
    await using setting = await setup();
    const chat = [
      'Who is eligible for a sabbatical?',
      'Employees with three years of tenure.',
      'How long does it last?',
    ];
    const cite = (prompt: string): string => {
      const handle = /\[(\d+)\] [^[]*lasts six weeks/u.exec(prompt)?.[1];
      return `A sabbatical lasts six weeks [${handle}: "lasts six weeks"].`;
    };
    const { text, prompt } = await ask(setting, cite, chat);
    expect(text).toMatch(/^A sabbatical lasts six weeks \[claim:\w+\]\.$/u);
    const last = prompt.at(-1);
    expect(last).toMatchObject({ role: 'user', content: [{}, { type: 'text', text: chat[2] }] });
    // Earlier messages stay as they were.
    expect(prompt.filter(({ role }) => role === 'assistant')).toHaveLength(1);
    // Thanking the assistant is not a question to the notes.
    const thanks = await ask(setting, 'You are welcome.', [...chat, 'Six weeks.', 'Thank you!']);
    expect(thanks.text).toBe('You are welcome.');
    expect(thanks.metadata).toMatchObject({ grounded: false });
  });

  it('holds a reply to the notes where they say something about the message, and says what it left out', async () => {
    await using setting = await setup();
    const question = ['At how many bar does the pump run?'];
    const { text, metadata } = await ask(setting, 'It runs at 99 bar.', question);
    expect(text).toBe('');
    expect(metadata).toMatchObject({ grounded: true, refused: ['It runs at 99 bar.'], quoted: 0 });
  });

  it('lets figures of the question stand in a reply', async () => {
    await using setting = await setup();
    const cite = (prompt: string): string => {
      const handle = /\[(\d+)\][^[]*40 bar/u.exec(prompt)?.[1];
      return `In hall 12 the pump runs at 40 bar [${handle}: "The pump runs at 40 bar."].`;
    };
    const question = ['At how many bar does the pump of hall 12 run?'];
    expect((await ask(setting, cite, question, { policy: 'mark' })).text).toMatch(
      /^In hall 12 the pump runs at 40 bar/u,
    );
  });

  it('has modes: strict holds every reply to the notes, chat leaves what is not cited', async () => {
    await using setting = await setup();
    const hello = ['Hi! Who are you?'];
    expect((await ask(setting, 'I am an assistant.', hello, { mode: 'strict' })).text).toBe('');
    const fallback = 'The notes do not say.';
    expect((await ask(setting, 'I am Ida.', hello, { mode: 'strict', fallback })).text).toBe(fallback);
    const cite = (prompt: string): string => {
      const cited = `[${/\[(\d+)\] [^[]*40 bar/u.exec(prompt)?.[1]}: "40 bar"]`;
      return `Gladly. The pump runs at 40 bar ${cited}. It runs at 41 bar ${cited}.`;
    };
    const question = ['At how many bar does the pump run?'];
    const { text, metadata } = await ask(setting, cite, question, { mode: 'chat' });
    expect(text).toMatch(/^Gladly\. The pump runs at 40 bar \[claim:\w+\]\.$/u);
    expect(metadata).toMatchObject({ grounded: false, refused: [expect.stringContaining('41 bar')] });
    const bare = await ask(setting, 'Let me look.', question, { mode: 'chat' });
    expect(bare.text).toBe('Let me look.');
  });

  it.each([
    ['proven', 'The pump runs at 40 bar [claim:…].'],
    ['mark', 'The pump runs at 40 bar [claim:…]. The pump runs always at 40 bar [claim:…].'],
    ['strip', 'The pump runs at 40 bar [claim:…].'],
  ] as const)('has policies for what changes the words of a note: %s', async (policy, expected) => {
    await using setting = await setup();
    const cite = (prompt: string): string => {
      const handle = /\[(\d+)\][^[]*40 bar/u.exec(prompt)?.[1];
      return `The pump runs at 40 bar [${handle}]. The pump runs always at 40 bar [${handle}].`;
    };
    const { text, metadata } = await ask(setting, cite, ['At how many bar does the pump run?'], { policy });
    expect(text.replace(/claim:\w+/gu, 'claim:…')).toBe(expected);
    expect(metadata).toMatchObject({ grounded: true, quoted: 1, notJudged: policy === 'mark' ? 1 : 0 });
  });

  it('takes rules and a question of the caller’s own', async () => {
    await using setting = await setup();
    const heard: (readonly ChatMessage[])[] = [];
    const question = (messages: readonly ChatMessage[]): string => {
      heard.push(messages);
      return 'At how many bar does the pump run?';
    };
    const own = await ask(setting, 'NO ANSWER', ['Pressure?'], { question, instructions: 'Cite, please.' });
    expect(heard[0]).toEqual([{ role: 'user', text: 'Pressure?' }]);
    expect(own.prompt[0]).toEqual({ role: 'system', content: 'Cite, please.' });
    expect(JSON.stringify(own.prompt)).toContain('40 bar');
    const added = await ask(setting, 'NO ANSWER', ['At how many bar does the pump run?'], {
      instructions: (rules) => `${rules}\n- Be brief.`,
    });
    expect(JSON.stringify(added.prompt[0])).toMatch(/exact words[\s\S]*Be brief/u);
    const none = await ask(setting, 'Fine.', ['At how many bar does the pump run?'], {
      question: async () => '',
    });
    expect(none.text).toBe('Fine.');
    expect(none.prompt).toHaveLength(1);
  });

  it('shows what was found again to the steps of a tool loop', async () => {
    await using setting = await setup();
    const { model, seen } = mockModel('NO ANSWER');
    const user = { role: 'user' as const, content: 'At how many bar does the pump run?' };
    const wrapped = withMemora(model, setting.memory);
    await generateText({ model: wrapped, messages: [user] });
    const call = { toolCallId: '1', toolName: 'look' };
    await generateText({
      model: wrapped,
      messages: [
        user,
        { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
        { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'on' } }] },
      ],
    });
    expect(seen[1]?.prompt.slice(0, 2)).toEqual(seen[0]?.prompt);
  });
});
