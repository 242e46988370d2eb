import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { agentMemoryTools, withAgentMemory } from './index.ts';

const policy = { maxSavesPerSession: null, timeZone: 'UTC' };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function mockModel(...replies: (string | LanguageModelV4Content[])[]) {
  const seen: LanguageModelV4CallOptions[] = [];
  const next = (options: LanguageModelV4CallOptions) => {
    seen.push(options);
    return replies[Math.min(seen.length, replies.length) - 1] ?? '';
  };
  const model = new MockLanguageModelV4({
    doGenerate: async (options) => {
      const reply = next(options);
      const content = typeof reply === 'string' ? [{ type: 'text' as const, text: reply }] : reply;
      const unified = typeof reply === 'string' ? 'stop' : 'tool-calls';
      return { content, finishReason: { unified, raw: unified }, usage, warnings: [] };
    },
    doStream: async (options) => {
      const text = String(next(options));
      const parts: LanguageModelV4StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        ...(text.match(/[\s\S]{1,5}/g) ?? []).map((delta) => ({
          type: 'text-delta' as const,
          id: '1',
          delta,
        })),
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
      ];
      return { stream: convertArrayToReadableStream(parts) };
    },
  });
  return { model, seen };
}

const turnsOf = async (s: Awaited<ReturnType<typeof setupAgent>>) => {
  const [path = ''] = (await s.files()).filter((each) => each.includes('conversations'));
  return path === ''
    ? []
    : ((await s.read(path)).match(/^> \[!(\w+)\][^\n]*\n> [^\n]*/gmu) ?? []).map((turn) =>
        turn.replace(/^> \[!(\w+)\][^\n]*\n> /u, '$1: '),
      );
};

describe('withAgentMemory', () => {
  it('records what was asked where the model fails, and where the reader goes away', async () => {
    await using s = await setupAgent({ policy });
    const session = await s.agent.session({ id: 'talk' });
    const failing = new MockLanguageModelV4({
      doGenerate: () => Promise.reject(new Error('away')),
      doStream: () => Promise.reject(new Error('away')),
    });
    const asked = { model: withAgentMemory(failing, session), maxRetries: 0 };
    await expect(generateText({ ...asked, prompt: 'Where is the crane?' })).rejects.toThrow('away');
    const { model } = mockModel('A long answer that nobody reads to its end.');
    const options = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'And the boat?' }] }] };
    const { stream } = await withAgentMemory(model, session).doStream(options as LanguageModelV4CallOptions);
    const reader = stream.getReader();
    while ((await reader.read()).value?.type !== 'text-delta');
    await reader.cancel();
    await session.end();
    expect(await turnsOf(s)).toEqual(['user: Where is the crane?', 'user: And the boat?']);
  });

  it('puts the pack in its two places and records what is said, in generate and in stream', async () => {
    await using s = await setupAgent({ policy });
    await s.agent.remember({ content: 'The relay of Harbor runs in Lisbon.' });
    const session = await s.agent.session({ id: 'talk' });
    const { model, seen } = mockModel('It runs in Lisbon.', 'Gladly.');
    const wrapped = withAgentMemory(model, session);
    const first = { role: 'user' as const, content: 'Where does the relay of Harbor run?' };
    await generateText({ model: wrapped, instructions: 'Be brief.', messages: [first] });
    const [system, prefix, asked] = seen[0]?.prompt ?? [];
    expect(system).toMatchObject({ role: 'system', content: 'Be brief.' });
    expect(prefix).toMatchObject({ role: 'system', content: expect.stringContaining('You have a memory') });
    expect(asked).toMatchObject({
      role: 'user',
      content: [{ text: expect.stringMatching(/Lisbon[\s\S]*\[claim:/u) }, { text: first.content }],
    });
    const said = [first, { role: 'assistant' as const, content: 'It runs in Lisbon.' }];
    const { textStream } = streamText({
      model: wrapped,
      instructions: 'Be brief.',
      messages: [...said, { role: 'user', content: 'Thank you for that.' }],
    });
    let text = '';
    for await (const delta of textStream) text += delta;
    expect(text).toBe('Gladly.');
    expect(seen[1]?.prompt[1]).toEqual(prefix);
    expect(await turnsOf(s)).toEqual([
      'user: Where does the relay of Harbor run?',
      'assistant: It runs in Lisbon.',
      'user: Thank you for that.',
      'assistant: Gladly.',
    ]);
  });

  it('goes on in a tool loop with the pack of the user’s turn', async () => {
    await using s = await setupAgent({ policy });
    await s.agent.remember({ content: 'The relay of Harbor runs in Lisbon.' });
    const session = await s.agent.session();
    let packs = 0;
    const counting = {
      ...session,
      context: (...asked: Parameters<typeof session.context>) => {
        packs++;
        return session.context(...asked);
      },
    };
    const call = { type: 'tool-call' as const, toolCallId: '1', toolName: 'look', input: '{}' };
    const { model, seen } = mockModel([call], 'It runs in Lisbon.');
    const look = tool({
      inputSchema: jsonSchema<object>({ type: 'object', properties: {} }),
      execute: async () => 'The lamp of the hall is on.',
    });
    await generateText({
      model: withAgentMemory(model, counting),
      prompt: 'Where does the relay of Harbor run?',
      tools: { look },
      stopWhen: stepCountIs(3),
    });
    expect(packs).toBe(1);
    expect(seen).toHaveLength(2);
    expect(seen[1]?.prompt.slice(0, 2)).toEqual(seen[0]?.prompt.slice(0, 2));
    expect(await turnsOf(s)).toEqual([
      'user: Where does the relay of Harbor run?',
      'tool: The lamp of the hall is on.',
      'assistant: It runs in Lisbon.',
    ]);
  });

  it.each(['off', 'annotate', 'strip'] as const)(
    'leaves, tells or takes out what a citation does not carry: %s',
    async (verify) => {
      await using s = await setupAgent({ policy });
      await s.agent.remember({ content: 'The relay of Harbor runs in Lisbon.' });
      const { items } = await s.agent.recall('Where does the relay run?');
      const cite = `[claim:${items[0]?.claimId}]`;
      const good = `The relay of Harbor runs in Lisbon ${cite}.`;
      const answer = `Here you are. ${good} The relay of Harbor runs in Porto ${cite}.`;
      const { model } = mockModel(answer);
      const wrapped = withAgentMemory(model, await s.agent.session(), { verify });
      const { text, content } = await generateText({
        model: wrapped,
        prompt: 'Where does the relay of Harbor run?',
      });
      const { textStream } = streamText({
        model: wrapped,
        prompt: 'And where does the relay of Harbor run?',
      });
      let streamed = '';
      for await (const delta of textStream) streamed += delta;
      const expected = verify === 'strip' ? `Here you are. ${good}` : answer;
      expect(text).toBe(expected);
      expect(streamed).toBe(expected);
      const [part] = content as { providerMetadata?: { memora?: { refused?: string[] } } }[];
      const refused = part?.providerMetadata?.memora?.refused ?? null;
      if (verify === 'off') expect(refused).toBeNull();
      else expect(refused).toEqual([expect.stringContaining('Porto')]);
    },
  );

  it('answers without the memory where that fails, and says so in one line', async () => {
    await using s = await setupAgent({ policy });
    const session = await s.agent.session();
    const broken = {
      ...session,
      context: () => Promise.reject(new Error('no')),
      append: () => Promise.reject(new Error('no')),
    };
    const problems: string[] = [];
    const { model, seen } = mockModel('Hello.');
    const { text } = await generateText({
      model: withAgentMemory(model, broken, { onProblem: (code) => problems.push(code) }),
      prompt: 'Hello there.',
    });
    expect(text).toBe('Hello.');
    expect(seen[0]?.prompt).toHaveLength(1);
    expect(new Set(problems)).toEqual(new Set(['MEMORY_FAILED']));
  });

  it('stops secret text that somebody else put into the call', async () => {
    await using s = await setupAgent({ policy });
    await s.agent.remember({ content: 'The safe of Harbor opens with 471108-Kestrel.', privacy: 'secret' });
    const session = await s.agent.session();
    const { model, seen } = mockModel('Hm.');
    const prompt = 'How does the safe of Harbor open?';
    await generateText({ model: withAgentMemory(model, session), prompt });
    expect(JSON.stringify(seen)).not.toContain('Kestrel');
    await expect(
      generateText({
        model: withAgentMemory(model, session),
        instructions: 'It opens with 471108-Kestrel.',
        prompt,
        maxRetries: 0,
      }),
    ).rejects.toMatchObject({ code: 'SECRET_IN_PAYLOAD' });
    await generateText({
      model: withAgentMemory(model, await s.agent.session(), { place: 'loopback' }),
      prompt,
    });
    expect(JSON.stringify(seen)).toContain('Kestrel');
  });
});

describe('agentMemoryTools', () => {
  it('save, search and forget under either names', async () => {
    await using s = await setupAgent({ policy });
    const session = await s.agent.session();
    expect(Object.keys(agentMemoryTools(session))).toEqual([
      'memora_remember',
      'memora_recall',
      'memora_forget',
      'memora_supersede',
    ]);
    const tools = agentMemoryTools(session, { names: 'memory' });
    expect(Object.keys(tools)).toEqual(['memory_save', 'memory_search', 'memory_forget']);
    const call = async (name: string, input: unknown) =>
      (await tools[name]?.execute?.(input, {
        toolCallId: '1',
        messages: [],
        context: {},
      } as never)) as Record<string, unknown>;
    const saved = await call('memory_save', { content: 'The relay of Harbor runs in Lisbon.' });
    expect(saved).toMatchObject({ decision: 'accept', code: 'new', trust: 0.7 });
    const found = await call('memory_search', { query: 'Where does the relay run?' });
    expect(found['memories']).toEqual([
      expect.stringMatching(/^mem_[0-9a-z]{5} The relay of Harbor runs in Lisbon\.$/u),
    ]);
    expect(await call('memory_forget', { id: saved['memory_id'], reason: 'a trial' })).toMatchObject({
      where: 'trash',
    });
  });
});
