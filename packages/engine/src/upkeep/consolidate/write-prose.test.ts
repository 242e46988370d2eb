import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { openMemory } from '../../open-memory.ts';
import { readPassagesOf } from '../../testing-fixtures/cite-handle.ts';
import { openModelServer } from '../../testing-fixtures/model-server.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

/** Repeats each claim of the prompt with its citation, and adds a statement that is in no claim. */
function say(prompt: string): string {
  const cited = readPassagesOf(prompt).map(({ handle }) => `The pump **runs** at 40 bar <b>. [${handle}]`);
  return [...cited, 'The pump runs at 90 bar. [1]', 'Everything is fine.'].join(' ');
}

function openWith(vault: Awaited<ReturnType<typeof setupVault>>, endpoint: string) {
  const flags = { 'llm.provider': 'openai-compatible', 'llm.endpoint': endpoint };
  return openMemory({
    vault: vault.root,
    env: vault.env,
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
}

it('puts on the page of a model what verifies and nothing else, and does not ask twice', async () => {
  await using vault = await setupVault({
    'plant/pump.md':
      'The pump runs at 40 bar.\n\n<!--privacy:secret-->The pump code is hunter2.<!--/privacy-->\n',
  });
  await using server = await openModelServer([{ say }]);
  const flags = {
    'llm.provider': 'openai-compatible',
    'llm.endpoint': server.url,
    'privacy.loopback': 'cloud',
  };
  const env = { ...vault.env, MEMORA_ENABLE_NETWORK_LLM: '1' };
  await using memory = await openMemory({
    vault: vault.root,
    env,
    loadConfig: (root) => loadConfig({ vault: root, env, flags }),
  });
  await memory.index({ writeNotes: false });
  await memory.consolidate();
  const read = () => readFile(join(vault.root, 'plant/_atlas.md'), 'utf8');
  const atlas = await read();
  expect(atlas).toMatch(/<!-- memora:begin prose [0-9a-f]{16} -->\nThe pump runs at 40 bar \\<b\\>/u);
  for (const word of ['90 bar', 'Everything', 'hunter2']) expect(atlas).not.toContain(word);
  const asked = server.requests.length;
  expect(asked).toBeGreaterThan(0);
  expect(server.requests.join('')).not.toContain('hunter2');
  await memory.consolidate({ all: true });
  expect(await read()).toBe(atlas);
  // Nothing is written again. The judge is called once more, because its reply could not be read.
  expect(server.requests.slice(asked).every((sent) => sent.includes('You check statements'))).toBe(true);
  await memory.consolidate({ all: true, useModel: false });
  expect(await read()).not.toContain('memora:begin prose');
});

it.each([
  ['supported', true],
  ['not_told', false],
  ['contradicted', false],
] as const)(
  'asks the judge of the settings about the prose, and keeps nothing that is %s',
  async (verdict, stays) => {
    await using vault = await setupVault({
      'plant/pump.md': '# Pump\n\nThe pump runs at 40 bar since May.\n\nThe seal is new.\n',
    });
    await using server = await openModelServer([
      { say: 'At 40 bar the pump is run, and the seal is new. [1]' },
    ]);
    const asked: string[] = [];
    const flags = { 'llm.provider': 'openai-compatible', 'llm.endpoint': server.url };
    await using memory = await openMemory({
      vault: vault.root,
      env: vault.env,
      judge: {
        name: 'reader *3*',
        locality: 'local',
        judge: async ({ statements }) => {
          asked.push(...statements.map(({ text }) => text));
          return statements.map(({ index }) => ({ index, verdict, quote: 'The seal is new.' }));
        },
      },
      loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
    });
    await memory.index({ writeNotes: false });
    await memory.consolidate();
    const read = () => readFile(join(vault.root, 'plant/_atlas.md'), 'utf8');
    const atlas = await read();
    expect(asked.length).toBeGreaterThan(0);
    expect(atlas.includes('At 40 bar the pump is run')).toBe(stays);
    expect(atlas.includes('*Every sentence is cited. Judged by reader 3.*')).toBe(stays);
    await memory.consolidate({ all: true });
    expect(await read()).toBe(atlas);
  },
);

it('judges kept prose again where it was edited or its judge was down, and claims no judgement that nobody gave', async () => {
  await using vault = await setupVault({
    'plant/pump.md': '# Pump\n\nThe pump runs at 40 bar since May.\n\nThe seal is new.\n',
  });
  await using server = await openModelServer([
    { say: 'At 40 bar the pump is run, and the seal is new. [1]' },
  ]);
  let verdict: 'supported' | 'contradicted' | null = null;
  const asked: string[] = [];
  const flags = { 'llm.provider': 'openai-compatible', 'llm.endpoint': server.url };
  await using memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    judge: {
      name: 'reader 3',
      locality: 'local',
      judge: async ({ statements }) => {
        const said = verdict;
        if (said === null) throw new Error('The judge is down.');
        asked.push(...statements.map(({ text }) => text));
        return statements.map(({ index }) => ({ index, verdict: said, quote: 'The seal is new.' }));
      },
    },
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  await memory.index({ writeNotes: false });
  const path = join(vault.root, 'plant/_atlas.md');
  const write = async () => {
    await memory.consolidate({ all: true });
    return readFile(path, 'utf8');
  };
  expect(await write()).toContain('*Every sentence is cited. Not judged: 1 of 1.*');
  verdict = 'supported';
  const atlas = await write();
  expect(atlas).toContain('*Every sentence is cited. Judged by reader 3.*');
  const requests = server.requests.length;
  await writeFile(path, atlas.replaceAll('\n', '\r\n'));
  expect(await write()).toBe(atlas.replaceAll('\n', '\r\n'));
  expect(asked).toHaveLength(1);
  expect(server.requests).toHaveLength(requests);

  verdict = 'contradicted';
  await writeFile(path, atlas.replace('the seal is new', 'the seal has failed').replace('reader 3', 'Ida'));
  const edited = await write();
  expect(asked[1]).toContain('the seal has failed');
  expect(edited).not.toContain('has failed');
  expect(edited).not.toContain('Ida');
});

it('shows a model something of every note, and of each first what was decided, not the first forty lines', async () => {
  const days = Array.from({ length: 30 }, (_, i) => String(i + 1).padStart(2, '0'));
  const lines = Array.from({ length: 6 }, (_, i) => `Berth ${i} is free that day.`).join('\n\n');
  await using vault = await setupVault(
    Object.fromEntries(
      days.map((day) => [
        `log/2025-06-${day}.md`,
        `# 2025-06-${day}\n\n${lines}\n\n## Decisions\n\n- Boat ${day} moves.\n`,
      ]),
    ),
  );
  await using server = await openModelServer([{ say: 'NO ANSWER' }]);
  await using memory = await openWith(vault, server.url);
  await memory.index({ writeNotes: false });
  await memory.consolidate();
  const shown = server.requests.join('\n');
  for (const day of days) expect(shown).toContain(`Boat ${day} moves.`);
});

it('words no question that does not verify, and stays whole without the model', async () => {
  await using vault = await setupVault({
    'a.md': 'The load of Crane Boreas is 20 tons.\n',
    'b.md': 'The load of Crane Boreas is 30 tons.\n',
  });
  await using server = await openModelServer([
    { say: 'Is the load of Crane Boreas 20 tons? [1] It has 9 doors.' },
    { status: 400 },
  ]);
  await using memory = await openWith(vault, server.url);
  await memory.index({ writeNotes: false });
  const [item] = (await memory.challenge({ dryRun: true })).items;
  expect(item?.kind).toBe('contradiction');
  expect(item?.question ?? 'Is the load of Crane Boreas 20 tons?').toMatch(
    /^Is the load of Crane Boreas 20 tons\?/u,
  );
  const [again] = (await memory.challenge({ dryRun: true })).items;
  expect({ ...again, question: undefined }).toEqual({ ...item, question: undefined });
});
