import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const QUESTION = 'At how many bar does the pump run?';

async function setup(flags: Readonly<Record<string, string>> = {}) {
  const vault = await setupVault({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
  const memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  // Written a while ago: what was written in the tick of its indexing is looked at again.
  const then = new Date(Date.now() - 60_000);
  await utimes(join(vault.root, 'pump.md'), then, then);
  return {
    vault,
    memory,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
}

it('indexes what changed, came and went, so that the next question is asked of the notes as they are', async () => {
  await using asked = await setup();
  const { memory, vault } = asked;
  await memory.index();
  expect(await memory.refresh()).toEqual({ changed: [], complete: true, reason: null });
  await vault.write('pump.md', '# Pump\n\nThe pump runs at 60 bar.\n');
  await vault.write('boiler.md', '# Boiler\n\nThe boiler holds 90 litres.\n');
  expect(await memory.refresh()).toEqual({ changed: ['boiler.md', 'pump.md'], complete: true, reason: null });
  const answer = await memory.ask(QUESTION);
  expect(answer.cleanText).toContain('60 bar');
  expect(answer.notices.behind).toEqual([]);
  await rm(join(vault.root, 'pump.md'));
  expect((await memory.refresh()).changed).toEqual(['pump.md']);
  expect((await memory.ask(QUESTION)).cleanText).not.toContain('bar');
});

it('indexes a vault that never was only where it may', async () => {
  await using asked = await setup();
  expect(await asked.memory.refresh()).toMatchObject({ complete: false, reason: 'NOT_INDEXED' });
  const phases = new Set<string>();
  await asked.memory.refresh({ first: true, onProgress: ({ phase }) => phases.add(phase) });
  expect(phases).toContain('index');
  expect((await asked.memory.ask(QUESTION)).cleanText).toContain('40 bar');
});

it('leaves a long note behind, and asks no model', async () => {
  await using asked = await setup();
  await asked.memory.index();
  await writeFile(join(asked.vault.root, 'long.md'), `# Long\n\n${'The pump is long. '.repeat(70_000)}\n`);
  expect(await asked.memory.refresh()).toEqual({ changed: ['long.md'], complete: false, reason: 'large' });
  expect((await asked.memory.query(QUESTION)).behind).toEqual(['long.md']);
  await using model = await setup({
    'indexing.extractor': 'llm',
    'llm.provider': 'ollama',
    'llm.model': 'none',
  });
  expect(await model.memory.refresh({ first: true })).toMatchObject({ complete: false });
});

it('writes no note, whatever the settings say', async () => {
  await using asked = await setup({ 'frontmatter.mode': 'autofill' });
  await asked.memory.index({ writeNotes: false });
  const text = '# Pump\n\nThe pump runs at 60 bar.\n';
  await asked.vault.write('pump.md', text);
  await asked.memory.refresh();
  expect(new TextDecoder().decode((await asked.memory.readNote('pump.md')) ?? new Uint8Array())).toBe(text);
});

it('that runs out of time says so, and the note is named as behind', async () => {
  await using asked = await setup();
  await asked.memory.index();
  await asked.vault.write('pump.md', '# Pump\n\nThe pump runs at 60 bar.\n');
  const report = await asked.memory.refresh({ budgetMs: 0 });
  if (report.complete) return;
  expect(report).toMatchObject({ changed: ['pump.md'], reason: 'budget' });
  const answer = await asked.memory.ask(QUESTION);
  expect(answer.cleanText).not.toContain('40 bar');
  expect(answer.notices.behind).toEqual(['pump.md']);
});
