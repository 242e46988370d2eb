import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAgentMemory } from '@memora/agent-memory';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { createToolService } from '../protocol/tool-service.ts';

type Row = Readonly<Record<string, unknown>>;

async function setup(notes: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'persons-'));
  for (const [path, text] of Object.entries(notes)) await writeFile(join(root, path), text);
  const memory = await openMemory({ vault: root });
  await memory.index();
  const service = createToolService({ memory: async () => memory, toolset: 'ingest', log: () => undefined });
  const client = { key: {}, name: () => 'helper', ask: () => null };
  const call = async (name: string, input: object): Promise<Record<string, Row[]>> => {
    const result = await service.callTool(name, input, {
      client,
      signal: new AbortController().signal,
      progress: () => undefined,
      notesChanged: () => undefined,
    } as never);
    if (result?.ok !== true) throw new Error(JSON.stringify(result));
    return result.output as Record<string, Row[]>;
  };
  return {
    memory,
    call,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

it('shows a person’s note first, with who said what, and lists each contradiction', async () => {
  await using s = await setup({ 'relay.md': '# Relay\n\nThe relay runs on port 7000.\n' });
  await s.call('memora_remember', { content: 'The relay runs on port 9999.' });
  await using agent = await openAgentMemory({ memory: s.memory });
  await agent.importMemories([{ provider: 'mem0', original: 'm1', content: 'The relay runs on port 8888.' }]);
  const { hits = [], passages = [] } = await s.call('memora_query', {
    query: 'On which port does the relay run?',
  });
  expect(hits.map(({ snippet, from }) => [snippet, from])).toEqual([
    ['The relay runs on port 7000.', undefined],
    expect.arrayContaining([expect.stringMatching(/9999|8888/u), expect.stringMatching(/^an/u)]),
    expect.arrayContaining([expect.stringMatching(/9999|8888/u), expect.stringMatching(/^an/u)]),
  ]);
  expect(passages.map(({ speaker }) => speaker).sort()).toEqual(['an agent', 'another memory', null]);
  expect(passages[0]?.['text']).toContain('7000');
  const { contradictions = [] } = await s.call('memora_contradictions', {});
  const pairs = contradictions.map(({ newer, older }) =>
    [newer, older].map((side) => /port \d{4}/u.exec(JSON.stringify(side))?.[0]).sort(),
  );
  expect(pairs).toEqual(
    expect.arrayContaining([
      ['port 7000', 'port 9999'],
      ['port 7000', 'port 8888'],
    ]),
  );
  const { clean_text: text } = (await s.call('memora_query_cited', {
    query: 'On which port does the relay run?',
  })) as Row;
  expect(text).toMatch(/^- The relay runs on port 7000\./u);
  expect(text).not.toMatch(/^- The relay runs on port (?:9999|8888)/mu);
});

it('shows nothing that is over or to come as what is so', async () => {
  await using s = await setup({});
  await s.call('memora_remember', { content: 'The canteen of Harbor is closed.', valid_until: '2001-11-20' });
  await s.call('memora_remember', {
    content: 'The canteen of Harbor serves soup.',
    valid_from: '2999-01-05',
  });
  await s.call('memora_remember', { content: 'The canteen of Harbor sells bread.' });
  const asked = { query: 'What is known about the canteen of Harbor?' };
  const { hits = [], passages = [] } = await s.call('memora_query', asked);
  const statusOf = (rows: readonly Row[], word: RegExp, of: string) =>
    rows.filter((row) => word.test(String(row[of]))).map(({ status, holds }) => status ?? holds);
  expect(statusOf(hits, /closed/u, 'snippet')).toEqual(['over']);
  expect(statusOf(hits, /soup/u, 'snippet')).toEqual(['coming']);
  expect(statusOf(hits, /bread/u, 'snippet')).toEqual(['current']);
  expect(passages.at(0)?.['text']).toContain('bread');
  expect(statusOf(passages, /closed/u, 'text')).toEqual(['was true until 2001-11-20']);
  expect(statusOf(passages, /soup/u, 'text')).toEqual(['from 2999-01-05']);
  const { clean_text: text } = (await s.call('memora_query_cited', asked)) as Row;
  expect(text).not.toMatch(/closed|soup/u);
  const { prompt } = await s.memory.prompt(asked.query);
  expect(JSON.stringify(prompt)).toContain('was true until 2001-11-20');
});
