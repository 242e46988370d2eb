import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openWorkspace, type Workspace } from './open-workspace.ts';
import { runJson, runMemora } from './run-in-host.ts';
import { binPath } from './run-memora.ts';

const DEMO = fileURLToPath(new URL('../packages/cli/assets/demo-vault', import.meta.url));
const PAGE = fileURLToPath(new URL('../docs/start/first-hour.md', import.meta.url));

/** A vault in git, fully committed. */
async function openCommitted(
  from: Parameters<typeof openWorkspace>[0] = { copyOf: DEMO },
): Promise<Workspace & { changed: () => string }> {
  const workspace = await openWorkspace(from);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: workspace.vault,
      encoding: 'utf8',
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'notes');
  // Untracked files count too. `.memora/` ignores itself.
  return { ...workspace, changed: () => git('diff') + git('status', '--porcelain') };
}

/** The `memora` command lines in the shell blocks of the first hour. */
async function readCommands(): Promise<string[][]> {
  const text = await readFile(PAGE, 'utf8');
  const blocks = [...text.matchAll(/^```(?:bash|sh)\n([\s\S]*?)^```/gmu)].map(([, block]) => block ?? '');
  return blocks
    .join('\n')
    .split('\n')
    .flatMap((line) => {
      const command = /^(?:npx -y pnpm@12 --silent memora --|memora|npx @memora\/cli)\s+([^#]*)/.exec(
        line,
      )?.[1];
      return command === undefined ? [] : [splitWords(command)];
    });
}

function splitWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

it('no command of the first hour changes a note, or adds a file to a vault that has some', async () => {
  await using vault = await openCommitted();
  await writeFile(join(vault.folder, 'answer.md'), 'Nobody said so.\n');
  const commands = await readCommands();
  expect(commands.map(([name]) => name)).toEqual(
    expect.arrayContaining(['init', 'index', 'query', 'verify']),
  );
  expect(commands.length).toBeGreaterThanOrEqual(10);
  for (const words of commands) {
    const args = words.map((word) => (word === '~/notes' || word === 'notes' ? vault.vault : word));
    const named = args.includes('--vault') ? args : [...args, '--vault', vault.vault];
    const { code, stderr } = await runMemora(named, { cwd: vault.folder, env: vault.env });
    expect([words.join(' '), code === 0 || code === 1, stderr.includes('memora:')]).toEqual([
      words.join(' '),
      true,
      false,
    ]);
    expect([words.join(' '), vault.changed()]).toEqual([words.join(' '), '']);
  }
});

it('git diff is empty after init, index, query, watch, doctor and report', async () => {
  await using vault = await openCommitted();
  const at = { env: vault.env, cwd: vault.vault };
  const run = async (...args: string[]) => {
    expect((await runMemora(args, at)).stderr).not.toContain('memora:');
    expect([args[0], vault.changed()]).toEqual([args[0], '']);
  };
  await run('init');
  await run('index');
  await run('query', 'How often do the buoys report?');
  const child = spawn(process.execPath, [binPath(), 'watch', '--json'], {
    cwd: vault.vault,
    env: { PATH: process.env['PATH'] ?? '', ...vault.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('"challenged"')) child.kill('SIGINT');
  expect(vault.changed()).toBe('');
  await run('doctor');
  await run('doctor', '--repair');
  await run('report');
  await run('consolidate');
  await run('notes', 'autofill');
});

it('init writes only .memora/ if there are notes already', async () => {
  await using vault = await openCommitted();
  const { created } = await runJson<{ created: string[] }>(['init', '--vault', vault.vault], {
    env: vault.env,
  });
  expect(created.sort()).toEqual(['.memora/.gitignore', '.memora/config.toml']);
  expect(await readFile(join(vault.vault, '.memora', 'config.toml'), 'utf8')).toMatch(/^mode = "infer"$/m);
});

it.each(['SIGHUP', 'SIGTERM', 'SIGKILL'] as const)(
  'a watch that %s ends while it writes pages leaves only complete files, and the next run removes temporary files',
  async (signal) => {
    const notes = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `region-${n}/note.md`,
        `# Unit ${n}\n\nUnit ${n} weighs ${n} kg.\n`,
      ]),
    );
    await using vault = await openWorkspace(notes);
    const env = { ...vault.env, MEMORA_CONSOLIDATION_PAGES: 'beside' };
    const child = spawn(process.execPath, [binPath(), 'watch', '--vault', vault.vault, '--json'], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    child.stdout.resume();
    const written = async () =>
      (await readdir(vault.vault, { recursive: true })).filter((name) => name.endsWith('_atlas.md')).length;
    while ((await written()) < 3 && child.exitCode === null) await wait(2);
    child.kill(signal);
    await ended;
    const temporary = async () =>
      (await readdir(vault.vault, { recursive: true })).filter((name) => /\.tmp$|\.partial$/.test(name));
    if (signal !== 'SIGKILL') expect(await temporary()).toEqual([]);
    await runJson(['index', '--vault', vault.vault], { env });
    expect((await temporary()).filter((name) => !name.startsWith('.memora'))).toEqual([]);
    for (const [path, text] of Object.entries(notes))
      expect(await readFile(join(vault.vault, path), 'utf8')).toBe(text);
  },
);
