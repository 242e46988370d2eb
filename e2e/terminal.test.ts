import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorkspace, snapshot } from './open-workspace.ts';
import { binPath, runJson } from './run-memora.ts';

/** Runs the installed command on a pseudo-terminal (util-linux `script`) and types `input`. */
function runOnTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<{ code: number | null; screen: string }> {
  const words = [process.execPath, binPath(), ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['-qec', `stty rows 24 cols 100; ${words.join(' ')}`, '/dev/null'], {
      env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', HOME: '/nonexistent', ...env },
    });
    let screen = '';
    child.stdout.on('data', (chunk) => {
      screen += chunk;
      if (input !== '' && screen.includes('[y/N]')) child.stdin.end(input);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, screen }));
    if (input === '') child.stdin.end();
  });
}

it('a terminal is asked once whether notes may be filled in, sees progress, and colour', async () => {
  await using workspace = await openWorkspace({});
  for (let i = 0; i < 60; i++)
    await workspace.write(`n${i}.md`, `# Note ${i}\n\nPump ${i} runs at ${i + 3} bar.\n`);
  const before = await snapshot(workspace.vault);
  const at = ['--vault', workspace.vault];
  const first = await runOnTerminal(['index', ...at], workspace.env, 'n\r');
  expect(first.screen).toContain('[y/N]');
  expect(first.screen).toMatch(/indexing [█░]+ \d+\/60/);
  expect(first.screen).toContain('60 notes');
  expect(first.code).toBe(0);
  expect(await readFile(join(workspace.vault, '.memora', 'config.toml'), 'utf8')).toContain('mode = "infer"');
  expect(await snapshot(workspace.vault)).toEqual(before);

  const second = await runOnTerminal(['index', ...at], workspace.env);
  expect(second.screen).not.toContain('[y/N]');
  const answer = await runOnTerminal(['query', 'At how many bar does pump 7 run?', ...at], workspace.env);
  expect(answer.screen).toContain('\u001b[');
  const plain = await runOnTerminal(['query', 'At how many bar does pump 7 run?', ...at], {
    ...workspace.env,
    NO_COLOR: '1',
  });
  expect(plain.screen).not.toContain('\u001b[');
});

it('a person who agrees gets the missing keys, and the second run changes nothing', async () => {
  await using workspace = await openWorkspace({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
  const run = await runOnTerminal(['index', '--vault', workspace.vault], workspace.env, 'y\r');
  expect(run.code).toBe(0);
  const filled = await readFile(join(workspace.vault, 'pump.md'), 'utf8');
  expect(filled).toMatch(/^---\n[\s\S]*\nid: pump\n|^---\nid: pump\n/);
  expect(filled.endsWith('# Pump\n\nThe pump runs at 40 bar.\n')).toBe(true);
  const again = await runJson<{ changed: number }>(['index', '--vault', workspace.vault], {
    env: workspace.env,
  });
  expect(again.changed).toBe(0);
  expect(await readFile(join(workspace.vault, 'pump.md'), 'utf8')).toBe(filled);
});
