import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runInProcess } from '../testing-fixtures/run-in-process.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

it('asks several vaults by their names, from any folder', async () => {
  await using home = await setupVault({ 'a.md': 'The pump runs at 40 bar.\n' });
  const work = join(home.folder, 'notes of work');
  await mkdir(work);
  await writeFile(join(work, 'b.md'), 'The pump runs at 70 bar.\n');
  const run = (...argv: string[]) => runInProcess(argv, { cwd: home.folder, env: home.env });
  expect((await run('vaults')).stderr).toContain('memora vaults add NAME FOLDER');
  expect((await run('vaults', 'add', 'home', home.vault)).code).toBe(0);
  expect((await run('vaults', 'add', 'work', 'notes of work')).code).toBe(0);
  expect((await run('vaults')).stdout).toContain('(not indexed)');
  for (const name of ['home', 'work']) await run('index', '--no-write', '--vault', name);
  const ask = async (name: string) => (await run('How fast does the pump run?', '--vault', name)).stdout;
  expect(await ask('home')).toContain('40 bar');
  expect(await ask('work')).toContain('70 bar');
  expect(JSON.parse((await run('vaults', '--json')).stdout)).toEqual({
    vaults: [
      { name: 'home', folder: home.vault, state: 'ready' },
      { name: 'work', folder: work, state: 'ready' },
    ],
  });
  await rm(work, { recursive: true });
  expect((await run('vaults')).stdout).toContain('(gone)');
  expect((await run('vaults', 'remove', 'work')).code).toBe(0);
  expect((await run('index', '--vault', 'work')).stderr).toContain(join(home.folder, 'work'));
});

it('takes a folder that is there before a name, and refuses what would hide one', async () => {
  await using vault = await setupVault({ 'a.md': 'The pump runs at 40 bar.\n' });
  const run = (...argv: string[]) => runInProcess(argv, { cwd: vault.folder, env: vault.env });
  await run('vaults', 'add', 'vault', '.');
  await run('index', '--no-write', '--vault', 'vault');
  expect((await run('How fast does the pump run?', '--vault', vault.vault)).stdout).toContain('40 bar');
  const refused = [
    [['add', '../x', '.'], "can't be the name of a vault"],
    [['add', '__proto__', '.'], "can't be the name of a vault"],
    [['add', 'other', 'nowhere'], 'there is no folder'],
    [['add', 'vault', 'config'], 'is the name of'],
    [['remove', 'nobody'], 'no vault is called'],
  ] as const;
  await mkdir(join(vault.folder, 'config'), { recursive: true });
  for (const [argv, why] of refused) {
    const { code, stderr } = await run('vaults', ...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  }
  await writeFile(join(vault.folder, 'config', 'vault-names.json'), '{"a":');
  expect((await run('vaults')).stderr).toContain('vault-names.json');
});
