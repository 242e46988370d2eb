import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { openChatServer } from './open-chat-server.ts';
import { openWorkspace, snapshot } from './open-workspace.ts';
import { binPath, runJson, runMemora } from './run-memora.ts';

interface Typing {
  /** Keys that are typed once the screen shows the text, in this order; Ctrl-C is \u0003. */
  readonly types?: readonly (readonly [shown: RegExp, keys: string])[];
  readonly columns?: number;
}

/** Runs the installed command on a pseudo-terminal (util-linux `script`). */
function runOnTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { types = [], columns = 100 }: Typing = {},
): Promise<{ code: number | null; screen: string; lines: readonly string[] }> {
  const words = [process.execPath, binPath(), ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  return new Promise((resolve, reject) => {
    const command = `stty rows 24 cols ${columns}; exec ${words.join(' ')}`;
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', HOME: '/nonexistent', ...env },
    });
    let screen = '';
    const left = [...types];
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (chunk) => {
      screen += chunk;
      while (left[0]?.[0].test(screen) === true) child.stdin.write(left.shift()?.[1] ?? '');
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const lines = stripVTControlCharacters(screen).split(/[\r\n]+/u);
      resolve({ code, screen, lines });
    });
  });
}

it('index asks nothing and edits no note; it shows progress, and colour', async () => {
  await using workspace = await openWorkspace({});
  for (let i = 0; i < 60; i++)
    await workspace.write(`n${i}.md`, `# Note ${i}\n\nPump ${i} runs at ${i + 3} bar.\n`);
  const before = await snapshot(workspace.vault);
  const at = ['--vault', workspace.vault];
  const first = await runOnTerminal(['index', ...at], workspace.env);
  expect(first.screen).not.toContain('[y/N]');
  expect(first.screen).toMatch(/indexing [█░]+ \d+\/60/);
  expect(first.screen).toContain('60 notes');
  expect(first.code).toBe(0);
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

it('a person who is shown the diff and agrees gets the missing keys, and the next run changes nothing', async () => {
  await using workspace = await openWorkspace({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
  const autofill = ['notes', 'autofill', '--vault', workspace.vault];
  const before = await snapshot(workspace.vault);
  const no = await runOnTerminal(autofill, workspace.env, { types: [[/\[y\/N\]/, 'n\r']] });
  expect(no.screen).toContain('+id: pump');
  expect(await snapshot(workspace.vault)).toEqual(before);
  const run = await runOnTerminal(autofill, workspace.env, { types: [[/\[y\/N\]/, 'y\r']] });
  expect(run.code).toBe(0);
  const filled = await readFile(join(workspace.vault, 'pump.md'), 'utf8');
  expect(filled).toMatch(/^---\n[\s\S]*\nid: pump\n|^---\nid: pump\n/);
  expect(filled.endsWith('# Pump\n\nThe pump runs at 40 bar.\n')).toBe(true);
  await runJson(['index', '--vault', workspace.vault], { env: workspace.env });
  const again = await runJson<{ changed: number }>(['index', '--vault', workspace.vault], {
    env: workspace.env,
  });
  expect(again.changed).toBe(0);
  expect(await readFile(join(workspace.vault, 'pump.md'), 'utf8')).toBe(filled);
});

/** A vault that takes some time to index. */
async function openLargeWorkspace() {
  const workspace = await openWorkspace({});
  for (let i = 0; i < 200; i++) {
    const lines = Array.from({ length: 40 }, (_, n) => `Valve ${i}-${n} closes at ${n + 3} bar.`);
    await workspace.write(
      `plant/a-long-folder-name/valve-${i}.md`,
      `# Valves ${i}\n\n${lines.join('\n\n')}\n`,
    );
  }
  return workspace;
}

it('progress stays on one line of a narrow terminal, and is gone at the end', async () => {
  await using workspace = await openLargeWorkspace();
  const args = ['index', '--vault', workspace.vault, '--no-write'];
  const narrow = await runOnTerminal(args, workspace.env, { columns: 40 });
  expect(narrow.code).toBe(0);
  const bars = narrow.lines.filter((line) => /[█░]/u.test(line));
  expect(bars.length).toBeGreaterThan(1);
  for (const bar of bars) expect(bar.length).toBeLessThan(40);
  // Each redraw overwrites the line: cursor up and erase, and once more at the end.
  expect(narrow.screen.split('\u001b[2K').length).toBeGreaterThan(bars.length);
  expect(narrow.lines.at(-2)).not.toMatch(/[█░]/u);
});

it('progress shows the rate and the current item if there is room, while a model is slow', async () => {
  await using workspace = await openWorkspace({
    'valve-a.md': '# Valve A\n\nValve A closes at 3 bar.\n',
    'valve-b.md': '# Valve B\n\nValve B closes at 4 bar.\n',
  });
  // This works on any machine, because a rate is shown once there was time to measure one.
  await using server = await openChatServer(() => wait(700, '{"claims":[]}'));
  const env = {
    ...workspace.env,
    MEMORA_LLM_PROVIDER: 'openai-compatible',
    MEMORA_LLM_ENDPOINT: server.url,
    MEMORA_LLM_MODEL: 'm',
  };
  const args = ['index', '--vault', workspace.vault, '--no-write', '--extractor', 'llm'];
  const { screen } = await runOnTerminal(args, env, { columns: 160 });
  expect(screen).toMatch(/\d+\/2 · [\d.]+\/s/u);
  expect(screen).toContain('valve-');
});

it('Ctrl-C in the middle of indexing ends it with 130, says so, and the next run goes on', async () => {
  await using workspace = await openLargeWorkspace();
  const args = ['index', '--vault', workspace.vault, '--no-write'];
  const stopped = await runOnTerminal(args, workspace.env, { types: [[/indexing [█░]+ [1-9]/u, '\u0003']] });
  expect(stopped.code).toBe(130);
  expect(stopped.screen).toContain('interrupted');
  expect(stopped.screen).not.toContain('\u001b[?25l');
  const { notes } = await runJson<{ notes: number }>(args, { env: workspace.env });
  expect(notes).toBe(200);
});

it('Ctrl-C at a question, and any reply except yes, change nothing', async () => {
  await using workspace = await openWorkspace({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
  const at = ['--vault', workspace.vault];
  const before = await snapshot(workspace.vault);
  const asked = await runOnTerminal(['notes', 'autofill', ...at], workspace.env, {
    types: [[/\[y\/N\]/, '\u0003']],
  });
  expect(asked.code).toBe(130);
  expect(await snapshot(workspace.vault)).toEqual(before);
  await runJson(['index', ...at, '--no-write'], { env: workspace.env });
  const claims = async () =>
    (await runJson<{ claims: unknown[] }>(['claims', 'list', ...at], { env: workspace.env })).claims.length;
  const all = await claims();
  for (const keys of ['\u0003', 'n\r', '\r']) {
    const erase = await runOnTerminal(['privacy', 'erase', 'pump.md', ...at], workspace.env, {
      types: [[/\[y\/N\]/, keys]],
    });
    expect(erase.code).toBe(130);
    expect(await claims()).toBe(all);
  }
  const yes = await runOnTerminal(['privacy', 'erase', 'pump.md', ...at], workspace.env, {
    types: [[/\[y\/N\]/, 'y\r']],
  });
  expect(yes.code).toBe(0);
  expect(await claims()).toBe(0);
});

it('watch says what it does, and Ctrl-C ends it with 130 and frees the vault', async () => {
  await using workspace = await openWorkspace({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
  const at = ['--vault', workspace.vault];
  const { code, screen } = await runOnTerminal(['watch', ...at], workspace.env, {
    types: [[/indexed {3}\d+ claims/, '\u0003']],
  });
  expect(code).toBe(130);
  expect(screen).toContain('Ctrl-C ends it');
  expect(screen).toMatch(/indexing █+ 1\/1/u);
  expect(await readdir(join(workspace.vault, '.memora'))).not.toContain('watch.lock');
});

it('the shell completes a name that is shell code as one quoted word', async () => {
  await using workspace = await openWorkspace({ 'note$(touch pwned);x.md': 'Tea is hot.\n' });
  const { vault } = workspace;
  const { stdout: script } = await runMemora(['completion', 'bash']);
  await writeFile(
    join(vault, '.rc'),
    `${script}\nmemora() { printf '<%s>' "$@"; exit; }\nunset HISTFILE\nPS1='ready> '\n`,
  );
  const child = spawn('script', ['-qec', 'bash --noprofile --rcfile .rc -i', '/dev/null'], {
    cwd: vault,
    env: { PATH: process.env['PATH'] ?? '', TERM: 'dumb', HOME: vault, INPUTRC: '/dev/null' },
  });
  let screen = '';
  let typed = false;
  child.stdout.on('data', (chunk) => {
    screen += chunk;
    if (typed || !screen.includes('ready> ')) return;
    typed = true;
    child.stdin.write('memora verify not\t\n');
  });
  await new Promise((resolve) => child.on('close', resolve));
  expect(screen).toContain('<verify><note$(touch pwned);x.md>');
  expect((await readdir(vault)).sort()).toEqual(['.rc', 'note$(touch pwned);x.md']);
});
