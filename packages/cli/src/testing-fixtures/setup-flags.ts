import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { FlagCases } from './flag-case.ts';
import type { TestVault } from './setup-vault.ts';

const homeOf = async (vault: TestVault) => {
  const home = join(vault.folder, 'home');
  await mkdir(join(home, '.cursor'), { recursive: true });
  await mkdir(join(home, '.gemini'));
  await writeFile(join(home, '.cursor', 'mcp.json'), '{}');
  return home;
};
const cursor = (home: string) => readFile(join(home, '.cursor', 'mcp.json'), 'utf8');

/** The flags of `setup`. */
export const SETUP_FLAGS: FlagCases = {
  'setup --client': async (vault) => {
    const home = await homeOf(vault);
    const run = await vault.run(['setup', '--yes', '--client', 'cursor'], { env: { HOME: home } });
    expect(run.code).toBe(0);
    expect(await cursor(home)).toContain('"memora"');
    expect(await readdir(join(home, '.gemini'))).toEqual([]);
    const wrong = await vault.run(['setup', '--client', 'emacs'], { env: { HOME: home } });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('claude-code')]);
  },
  'setup --question': async (vault) => {
    const { stdout } = await vault.run(['setup', '--yes', '--question', 'Who leads the project?']);
    expect(stdout).toContain('Ida leads the project.');
  },
  'setup --yes': async (vault) => {
    const home = await homeOf(vault);
    await vault.run(['setup'], { env: { HOME: home } });
    expect(await cursor(home)).toBe('{}');
    await vault.run(['setup', '--yes'], { env: { HOME: home } });
    expect(await cursor(home)).toContain('"memora"');
  },
  'setup --dry-run': async (vault) => {
    const home = await homeOf(vault);
    const { stdout } = await vault.run(['setup', '--yes', '--dry-run'], { env: { HOME: home } });
    expect(stdout).toContain('"memora": {');
    expect(await cursor(home)).toBe('{}');
  },
  'setup --remove': async (vault) => {
    const home = await homeOf(vault);
    await vault.run(['setup', '--yes'], { env: { HOME: home } });
    await vault.run(['setup', '--remove', '--yes'], { env: { HOME: home } });
    expect(await cursor(home)).toBe('{}');
  },
};
