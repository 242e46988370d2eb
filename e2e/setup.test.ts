import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { driveMcp, startPiped } from './canary/drive-mcp.ts';
import { openWorkspace, snapshot } from './open-workspace.ts';
import { runJson, runMemora } from './run-memora.ts';

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}

it('after one command of the installed product, an agent that starts the written server answers with citations', async () => {
  await using workspace = await openWorkspace({ 'pump.md': '# Pump\n\nThe cooling pump runs at 40 bar.\n' });
  const home = join(workspace.folder, 'home');
  await mkdir(join(home, '.cursor'), { recursive: true });
  const env = { ...workspace.env, HOME: home };
  const notes = await snapshot(workspace.vault);
  const done = await runJson<{ answer: unknown; clients: { status: string }[] }>(
    ['setup', '--yes', '--vault', workspace.vault],
    { env },
  );
  expect(done.clients.map(({ status }) => status)).toEqual(['written']);
  expect(JSON.stringify(done.answer)).toContain('40 bar');

  const settings = JSON.parse(await readFile(join(home, '.cursor', 'mcp.json'), 'utf8'));
  const entry = settings.mcpServers.memora as Entry;
  // A client starts it with its own environment and in its own folder.
  const said = await driveMcp(
    () => startPiped(entry.command, entry.args, { HOME: '/nonexistent', ...entry.env }),
    [
      {
        method: 'tools/call',
        params: {
          name: 'memora_query_cited',
          arguments: { query: 'At how many bar does the cooling pump run?' },
        },
      },
    ],
  );
  expect([said.code, said.stderr]).toEqual([0, expect.not.stringContaining('rror')]);
  expect(said.stdout).toMatch(/40 bar.{0,4} ?\[claim:[0-9a-z]{16}\]/);

  await runJson(['setup', '--remove', '--yes'], { env });
  await expect(readFile(join(home, '.cursor', 'mcp.json'))).rejects.toThrow();
  await rm(join(workspace.vault, '.memora'), { recursive: true });
  expect(await snapshot(workspace.vault)).toEqual(notes);
});

it('a read-only home folder is reported with what to add by hand, and stays as it is', async () => {
  await using workspace = await openWorkspace({ 'pump.md': '# Pump\n\nThe cooling pump runs at 40 bar.\n' });
  const home = join(workspace.folder, 'home');
  await mkdir(join(home, '.cursor'), { recursive: true });
  await mkdir(join(home, '.codex'));
  await writeFile(join(home, '.cursor', 'mcp.json'), '{}');
  for (const folder of ['.cursor', '.codex', '']) await chmod(join(home, folder), 0o555);
  const before = await snapshot(home);
  const run = await runMemora(['setup', '--yes', '--json', '--vault', workspace.vault], {
    env: { ...workspace.env, HOME: home },
    unprivileged: true,
  });
  expect([run.code, run.stderr]).toEqual([3, expect.stringContaining('"memora": {"command"')]);
  const { clients, answer } = JSON.parse(run.stdout) as { clients: { code: string }[]; answer: unknown };
  expect(clients.map(({ code }) => code)).toEqual(['EACCES', 'EACCES', 'EACCES']);
  expect(JSON.stringify(answer)).toContain('40 bar');
  for (const folder of ['', '.cursor', '.codex']) await chmod(join(home, folder), 0o755);
  expect(await snapshot(home)).toEqual(before);
});
