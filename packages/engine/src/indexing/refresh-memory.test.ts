import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainDriver } from '@memora/claims/drivers';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { openModelServer } from '../testing-fixtures/model-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const UNCHANGED = { changed: [], behind: [], complete: true, reason: null };
const QUESTION = 'At how many bar does the pump run?';

async function setup(flags: Readonly<Record<string, string>> = {}) {
  const vault = await setupVault({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
  const memory = await openMemory({
    vault: vault.root,
    env: { ...vault.env, MEMORA_ENABLE_NETWORK_LLM: '1' },
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  // The file is dated a while ago, because a file from the clock tick of its indexing is read again.
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
  expect(await memory.refresh()).toEqual(UNCHANGED);
  await vault.write('pump.md', '# Pump\n\nThe pump runs at 60 bar.\n');
  await vault.write('boiler.md', '# Boiler\n\nThe boiler holds 90 litres.\n');
  expect(await memory.refresh()).toEqual({
    changed: ['boiler.md', 'pump.md'],
    behind: [],
    complete: true,
    reason: null,
  });
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
  expect(await asked.memory.refresh()).toEqual({
    changed: ['long.md'],
    behind: ['long.md'],
    complete: false,
    reason: 'large',
  });
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
  const { memory, vault } = asked;
  await memory.index();
  await vault.write('pump.md', '# Pump\n\nThe pump runs at 60 bar.\n');
  // Without a lock, the run that is out of time could still commit before the question.
  const other = plainDriver(join(vault.root, '.memora/memora.db'), { readonly: false, timeout: 0 });
  other.exec('BEGIN IMMEDIATE');
  const report = await memory.refresh({ budgetMs: 0 });
  expect(report).toMatchObject({ changed: ['pump.md'], behind: ['pump.md'], complete: false });
  // The time or the lock ends the run, whichever is noticed first.
  expect(['budget', 'DATABASE_BUSY']).toContain(report.reason);
  const answer = await memory.ask(QUESTION);
  expect(answer.cleanText).not.toContain('40 bar');
  expect(answer.notices.behind).toEqual(['pump.md']);
  other.exec('ROLLBACK');
  other.close();
});

it('finds a note under its new name, and each of many that came', async () => {
  await using asked = await setup();
  const { memory, vault } = asked;
  await memory.index();
  await rename(join(vault.root, 'pump.md'), join(vault.root, 'engine-room.md'));
  expect((await memory.refresh()).changed).toEqual(['engine-room.md', 'pump.md']);
  const { passages, notices } = await memory.ask(QUESTION);
  expect(passages[0]).toMatchObject({
    passage: { notePath: 'engine-room.md' },
    text: 'The pump runs at 40 bar.',
  });
  expect(notices.behind).toEqual([]);
  for (let i = 0; i < 300; i++)
    await vault.write(`cranes/${i}.md`, `# Crane ${i}\n\nThe crane number${i} lifts ${i + 1000} tons.\n`);
  const report = await memory.refresh({ budgetMs: 600_000 });
  expect(report).toMatchObject({ complete: true, behind: [] });
  expect(report.changed).toHaveLength(300);
  expect((await memory.ask('How many tons does the crane number217 lift?')).cleanText).toContain('1217 tons');
});

it('keeps what it finished when its time is over, and goes on from there', async () => {
  await using asked = await setup();
  const { memory, vault } = asked;
  await memory.index();
  for (let i = 0; i < 120; i++) await vault.write(`cranes/${i}.md`, `# Crane ${i}\n\nCrane ${i} is red.\n`);
  let looks = 0;
  let left = 120;
  while (left > 0 && looks < 10_000) {
    looks++;
    const { changed, behind, complete, reason } = await memory.refresh({ budgetMs: 40 * looks });
    expect(changed.length).toBeGreaterThanOrEqual(behind.length);
    expect(changed.length).toBeLessThanOrEqual(left);
    expect(complete).toBe(behind.length === 0);
    if (!complete) expect(reason).toBe('budget');
    left = behind.length;
  }
  expect(left).toBe(0);
  expect(await memory.claims.notes()).toHaveLength(121);
});

it('does once what several ask for at the same time', async () => {
  await using asked = await setup();
  await asked.memory.index();
  await asked.vault.write('pump.md', '# Pump\n\nThe pump runs at 60 bar.\n');
  const reports = await Promise.all(
    Array.from({ length: 5 }, () => asked.memory.refresh({ budgetMs: 60_000 })),
  );
  expect(reports.map(({ changed }) => changed.length)).toEqual([1, 0, 0, 0, 0]);
  const answers = await Promise.all(
    Array.from({ length: 5 }, async (_, i) => {
      if (i === 2) await asked.vault.write('pump.md', '# Pump\n\nThe pump runs at 75 bar.\n');
      await asked.memory.refresh({ budgetMs: 60_000 });
      return asked.memory.ask(QUESTION);
    }),
  );
  for (const { cleanText, notices } of answers)
    expect(/(?:60|75) bar/.test(cleanText) || notices.behind.includes('pump.md')).toBe(true);
  expect((await asked.memory.ask(QUESTION)).cleanText).not.toMatch(/(?:40|60) bar/);
});

it('names a note that was half written when it was indexed, where nothing is found', async () => {
  await using asked = await setup();
  const { memory, vault } = asked;
  await memory.index();
  // The state that an editor leaves between emptying a file and writing it.
  await vault.write('pump.md', '');
  expect((await memory.refresh({ budgetMs: 60_000 })).changed).toEqual(['pump.md']);
  await vault.write('pump.md', '# Pump\n\nThe pump runs at 75 bar.\n');
  const { abstained, notices } = await memory.ask(QUESTION);
  expect(abstained).toBe(true);
  expect(notices.behind).toEqual(['pump.md']);
});

it('names a note that was edited and indexed anew while a model was asked', async () => {
  let edit = async () => {};
  await using server = await openModelServer([
    {
      say: async () => {
        await edit();
        return 'It hums [claim:aaaaaaaaaaaaaaaa].';
      },
    },
  ]);
  await using asked = await setup({
    'llm.provider': 'openai-compatible',
    'llm.endpoint': server.url,
  });
  const { memory, vault } = asked;
  await memory.index();
  edit = async () => {
    await vault.write('pump.md', '# Pump\n\nThe pump runs at 60 bar.\n');
    await memory.refresh({ budgetMs: 60_000 });
  };
  const answer = await memory.ask(QUESTION);
  expect(answer.attempts).toBeGreaterThan(0);
  expect(answer.cleanText).not.toContain('40 bar');
  expect(answer.notices.behind).toEqual(['pump.md']);
  expect((await memory.ask(QUESTION, { useModel: false })).notices.behind).toEqual([]);
});

it('waits for no other process that holds the database, and names the note', async () => {
  await using asked = await setup();
  const { memory, vault } = asked;
  await memory.index();
  await vault.write('pump.md', '# Pump\n\nThe pump runs at 60 bar.\n');
  const other = plainDriver(join(vault.root, '.memora/memora.db'), { readonly: false, timeout: 0 });
  other.exec('BEGIN IMMEDIATE');
  expect(await memory.refresh()).toEqual({
    changed: ['pump.md'],
    behind: ['pump.md'],
    complete: false,
    reason: 'DATABASE_BUSY',
  });
  const answer = await memory.ask(QUESTION);
  expect(answer.cleanText).not.toContain('bar');
  expect(answer.notices.behind).toEqual(['pump.md']);
  other.exec('ROLLBACK');
  other.close();
  expect(await memory.refresh({ budgetMs: 60_000 })).toMatchObject({ behind: [], complete: true });
  expect((await memory.ask(QUESTION)).cleanText).toContain('60 bar');
});

it('does not wait for a run of its own that takes longer than its budget', async () => {
  await using asked = await setup();
  const { memory, vault } = asked;
  await memory.index();
  for (let i = 0; i < 60; i++) await vault.write(`cranes/${i}.md`, `# Crane ${i}\n\nCrane ${i} is red.\n`);
  let ended = false;
  const whole = memory.index({ full: true }).then(() => {
    ended = true;
  });
  const report = await memory.refresh({ budgetMs: 1 });
  // If the machine paused meanwhile, the run may already be over. Then there is nothing left to stop.
  if (!ended) expect(report).toMatchObject({ complete: false, reason: 'budget' });
  await whole;
  expect(await memory.refresh({ budgetMs: 60_000 })).toMatchObject({ behind: [], complete: true });
});

it('says of a note that changes while the question runs that the index is behind, and shows nothing it says no more', async () => {
  await using asked = await setup();
  const { memory, vault } = asked;
  await memory.index();
  for (const [from, to] of [
    [40, 60],
    [60, 75],
  ]) {
    await memory.refresh({ budgetMs: 60_000 });
    const [answer] = await Promise.all([
      memory.ask(QUESTION),
      vault.write('pump.md', `# Pump\n\nThe pump runs at ${to} bar.\n`),
    ]);
    // A read before the write returns the text as it was then. A read after it returns none of the old text.
    if (!answer.cleanText.includes(`${from} bar`)) expect(answer.notices.behind).toEqual(['pump.md']);
  }
});

it('follows the notes while they change, beside another that does', async () => {
  await using asked = await setup();
  const { memory, vault } = asked;
  await memory.index();
  await using second = await openMemory({ vault: vault.root, env: vault.env });
  const stop = new AbortController();
  const seen: string[] = [];
  const follow = async (of: typeof memory) => {
    for await (const { changed } of of.follow({ signal: stop.signal })) seen.push(...changed);
  };
  const following = [follow(memory), follow(second)];
  await vault.write('boiler.md', '# Boiler\n\nThe boiler holds 90 litres.\n');
  await vault.write('pump.md', '# Pump\n\nThe pump runs at 60 bar.\n');
  await expect
    .poll(async () => (await memory.ask(QUESTION)).cleanText, { timeout: 60_000 })
    .toContain('60 bar');
  await expect.poll(() => seen, { timeout: 60_000 }).toContain('boiler.md');
  stop.abort();
  await Promise.all(following);
  expect((await memory.ask('How many litres does the boiler hold?')).cleanText).toContain('90 litres');
});
