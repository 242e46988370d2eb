import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../program/command-table.ts';
import { runInProcess } from '../testing-fixtures/run-in-process.ts';

const hasBash = spawnSync('bash', ['-c', 'type complete']).status === 0;

/** Names that contain shell code, in the folder where completion runs. */
const HOSTILE = [
  '$(touch pwned)',
  '`touch pwned`',
  "'; touch pwned; '",
  'a b',
  '*',
  '-x',
  'x;touch pwned',
  'l\nb',
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'memora-complete-'));
  for (const name of HOSTILE) writeFileSync(join(folder, name), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function scriptOf(shell: string): Promise<string> {
  const { code, stdout } = await runInProcess(['completion', shell]);
  expect(code).toBe(0);
  return stdout;
}

/** The completions that bash would offer after these words, and its own. */
async function completeInBash(words: readonly string[]): Promise<readonly string[]> {
  const script = `${await scriptOf('bash')}
COMP_WORDS=("$@"); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _memora
[ \${#COMPREPLY[@]} -eq 0 ] || printf '%s\\0' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script, 'bash', 'memora', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\0').slice(0, -1);
}

describe.skipIf(!hasBash)('in bash', () => {
  it('offers every command, what stands below a group, options and their values', async () => {
    const first = await completeInBash(['']);
    for (const { name } of COMMANDS) expect(first).toContain(name.split(' ')[0]);
    expect(await completeInBash(['claims', ''])).toEqual(
      expect.arrayContaining(['list', 'show', 'history', 'extract', 'forget']),
    );
    expect(await completeInBash(['cla'])).toEqual(['claims']);
    expect(await completeInBash(['index', '--ex'])).toEqual(['--extractor']);
    expect(await completeInBash(['index', '--extractor', ''])).toEqual(['offline', 'llm']);
    expect(await completeInBash(['schedule', 'c'])).toEqual(['cron']);
  });

  it('leaves names of files to the shell itself, which quotes them', async () => {
    expect(await completeInBash(['index', '--vault', ''])).toEqual([]);
    expect(await completeInBash(['verify', 'x'])).toEqual([]);
    expect(await scriptOf('bash')).toContain('complete -o default -F _memora memora');
  });

  it.each(HOSTILE)('runs nothing of what is typed or what stands in the folder: %j', async (name) => {
    for (const words of [
      [name],
      ['index', name],
      ['index', '--vault', name],
      [name, ''],
      ['claims', name, ''],
    ])
      for (const offered of await completeInBash(words)) expect(HOSTILE).not.toContain(offered);
    expect(readdirSync(folder).sort()).toEqual(HOSTILE.toSorted());
  });
});

it.each(['bash', 'zsh', 'fish'])(
  'the script for %s holds nothing of the folder, the vault or the environment',
  async (shell) => {
    const here = await scriptOf(shell);
    const { stdout } = await runInProcess(['completion', shell], {
      cwd: folder,
      env: { MEMORA_VAULT: '$(touch pwned)', HOME: '`touch pwned`' },
    });
    expect(stdout).toBe(here);
    expect(here).not.toMatch(/[`]|\$\((?!compgen|commandline|count)(?!\()/u);
  },
);
