import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { appendToDaily, dailyPath } from './append-to-daily.ts';

const NOON = new Date(2026, 2, 4, 12);

it('names the note of a day as Obsidian does, and refuses a format that it does not know', () => {
  expect(dailyPath({}, NOON)).toBe('2026-03-04.md');
  expect(dailyPath({ folder: 'daily', format: 'YYYY/MM/YYYY-MM-DD' }, NOON)).toBe(
    'daily/2026/03/2026-03-04.md',
  );
  expect(() => dailyPath({ format: 'dddd D MMMM' }, NOON)).toThrow('--daily can');
});

it('adds a line behind what stands in the note of the day, and finds it', async () => {
  await using vault = await setupVault({
    '.obsidian/daily-notes.json': '{ "folder": "daily" }',
    'daily/2026-03-04.md': 'Slept well.',
  });
  await using memory = await openMemory({ vault: vault.vault, env: vault.env });
  await memory.index({ writeNotes: false });
  const { path } = await appendToDaily(memory, 'The crane lifts 12 tons.\nIt is new.', NOON);
  expect(path).toBe('daily/2026-03-04.md');
  expect(await readFile(join(vault.vault, path), 'utf8')).toBe(
    'Slept well.\n- The crane lifts 12 tons.\n  It is new.\n',
  );
  const { passages } = await memory.ask('How many tons does the crane lift?');
  expect(passages[0]?.passage.notePath).toBe(path);
});

it('leaves a credential out of a note that an agent writes, which has no terminal', async () => {
  await using vault = await setupVault({ 'a.md': 'The kiln burns at 900 degrees.\n' });
  const key = 'AKIAQ3EGRHTY5ZB6LMNO';
  const { code, stdout, stderr } = await vault.run(['capture', `The key of the kiln is ${key}.`, '--json']);
  expect([code, `${stdout}${stderr}`.includes(key)]).toEqual([0, false]);
  const { path, hidden } = JSON.parse(stdout);
  expect(hidden).toEqual(['AWS access key']);
  expect(path).not.toContain(key);
  expect(await readFile(join(vault.vault, path), 'utf8')).toMatch(/is \[AWS access key, hidden\]\.$/mu);
});
