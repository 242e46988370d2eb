import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAgentMemory, readHookInput, runHook, toHookEvent } from '@memora/agent-memory';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { CLIENTS } from '../testing-fixtures/connect-client.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { startChatModel } from '../testing-fixtures/start-chat-model.ts';

const SAID = 'Please use Fastify for the Harborlight API, and keep answers short.';

/**
 * A vault that records, with hooks in the form of Claude Code's while an MCP server runs in the same folder.
 */
async function setup(record = 'always', more = '') {
  const vault = await setupVault({ 'tea.md': '# Tea\n\nIda drinks tea.\n' });
  await mkdir(vault.env.MEMORA_CONFIG_DIR, { recursive: true });
  const configure = (answer: string) =>
    writeFile(join(vault.env.MEMORA_CONFIG_DIR, 'config.toml'), `[memory]\nrecord = "${answer}"\n${more}`);
  await configure(record);
  const hook = async (
    name: string,
    more: object = {},
    session_id = '5f0c8f6e-6a4b-4a6e-9d55-0f2b6a1c7d11',
  ) => {
    const said = {
      session_id,
      transcript_path: '/none.jsonl',
      cwd: process.cwd(),
      permission_mode: 'default',
    };
    const input = readHookInput(JSON.stringify({ ...said, hook_event_name: name, ...more }));
    await using memory = await openMemory({ vault: vault.vault, env: vault.env });
    await using agent = await openAgentMemory({ memory, agent: 'claude-code', env: vault.env });
    return await runHook(toHookEvent(name) ?? 'prompt', input, agent, { openTranscript: () => null });
  };
  return { ...vault, hook, configure };
}

const connect = CLIENTS[Object.keys(CLIENTS)[0] as keyof typeof CLIENTS];

it('a quote of what the person just said carries the person’s word, over MCP too', async () => {
  await using s = await setup();
  await s.hook('SessionStart', { source: 'startup' });
  expect(await s.hook('UserPromptSubmit', { prompt: SAID })).toMatchObject({ recorded: 1 });
  await using client = await connect(s.vault, s.env, ['--tools', 'memory']);
  const call = async (name: string, input: Record<string, unknown>) =>
    (await client.callTool(name, input)).structuredContent as Record<string, string>;
  const quote = SAID;
  const saved = await call('memora_remember', { content: SAID, quote });
  expect(saved).toEqual({ decision: 'accept', id: expect.any(String) });
  const [full] = (await call('memora_get_memories', { ids: [saved['id']] }))['memories'] as never as object[];
  expect(full).toMatchObject({ trust: 1, held: null, evidence: [{ role: 'user', quote, intact: true }] });
  // A statement that nobody made counts as the agent's own: it is stored, but not as a person's.
  const invented = await call('memora_remember', {
    content: 'Harborlight keeps its logs for thirty days.',
    quote: 'keep the logs for thirty days',
  });
  expect(invented).toMatchObject({ decision: 'accept' });
  const [other] = (await call('memora_get_memories', { ids: [invented['id']] }))[
    'memories'
  ] as never as object[];
  expect(other).toMatchObject({
    trust: 0.7,
    evidence: [],
    quoted_by_agent: 'keep the logs for thirty days',
  });
  // After /clear the host continues with another session, and so does the server.
  await s.hook('UserPromptSubmit', { prompt: 'The crane of Harborlight is painted green.' }, 'the next one');
  const green = await call('memora_remember', {
    content: 'The crane of Harborlight is painted green.',
    quote: 'The crane of Harborlight is painted green.',
  });
  const [crane] = (await call('memora_get_memories', { ids: [green['id']] }))[
    'memories'
  ] as never as object[];
  expect(crane).toMatchObject({ trust: 1, session: 'the next one' });
});

it.each(['never', 'always'])('without a turn a quote lowers nothing: record = %s', async (record) => {
  await using s = await setup(record);
  if (record === 'never') await s.hook('UserPromptSubmit', { prompt: SAID });
  await using client = await connect(s.vault, s.env, ['--tools', 'memory']);
  const { structuredContent } = await client.callTool('memora_remember', {
    content: 'The Harborlight API is built with Fastify.',
    quote: 'use Fastify for the Harborlight API',
  });
  expect(structuredContent).toEqual({ decision: 'accept', id: expect.any(String) });
});

it('looks back on what hooks recorded, with the model of the settings, where the person agreed to a record', async () => {
  const memories = [{ content: SAID, kind: 'preference', quote: SAID, turn: 't1' }];
  await using model = await startChatModel(JSON.stringify({ memories }));
  const llm = `[llm]\nprovider = "openai-compatible"\nmodel = "m"\nendpoint = "${model.url}"\n`;
  const reflected = async (record: string, more: string) => {
    await using s = await setup(record, more);
    await s.hook('UserPromptSubmit', { prompt: SAID });
    await using client = await connect(s.vault, s.env, ['--tools', 'memory']);
    const call = async (name: string, input: Record<string, unknown>) =>
      (await client.callTool(name, input)).structuredContent as Record<string, string[]>;
    const first = await call('memora_reflect', {});
    const { memories: lines } = await call('memora_recall', { query: 'Harborlight API Fastify answers' });
    return {
      first,
      again: await call('memora_reflect', {}),
      lines: lines?.filter((line) => line.startsWith('mem_')),
    };
  };
  expect(await reflected('always', llm)).toMatchObject({
    first: { saved: [expect.stringMatching(/^mem_/u)], known: 0 },
    again: { saved: [], known: 0 },
    lines: [expect.stringContaining('Fastify')],
  });
  expect(model.asked).toHaveLength(1);
  // Without a model no fragment is saved, and without consent no model is called.
  for (const [record, more] of [
    ['always', ''],
    ['ask', llm],
  ] as const)
    expect(await reflected(record, more)).toMatchObject({
      first: { saved: [], why: expect.stringContaining('memora_remember') },
      lines: [],
    });
  expect(model.asked).toHaveLength(1);
});

it('hears a consent that is taken back, or given, while the server runs', async () => {
  const memories = [{ content: SAID, kind: 'preference', quote: SAID, turn: 't1' }];
  await using model = await startChatModel(JSON.stringify({ memories }));
  const llm = `[llm]\nprovider = "openai-compatible"\nmodel = "m"\nendpoint = "${model.url}"\n`;
  await using s = await setup('always', llm);
  await s.hook('UserPromptSubmit', { prompt: SAID });
  await using client = await connect(s.vault, s.env, ['--tools', 'memory']);
  const call = async (name: string, input: object) =>
    (await client.callTool(name, input as Record<string, unknown>)).structuredContent;
  // The server has read its settings by now.
  await call('memora_recall', { query: 'Harborlight' });
  await s.configure('never');
  expect(await call('memora_reflect', {})).toMatchObject({
    saved: [],
    why: expect.stringContaining('memora memory record'),
  });
  expect(model.asked).toEqual([]);
  await s.configure('always');
  expect(await call('memora_reflect', {})).toMatchObject({ saved: [expect.stringMatching(/^mem_/u)] });
});
