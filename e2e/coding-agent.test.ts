import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openWorkspace } from './open-workspace.ts';
import { binPath, runJson } from './run-memora.ts';

interface HookEvent {
  readonly session_id: string;
  readonly hook_event_name: string;
}
interface PluginHooks {
  readonly hooks: Readonly<
    Record<string, readonly { hooks: readonly { type: string; command: string }[] }[]>
  >;
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const plugin = (path: string) => file(`../packaging/integrations/claude-code/${path}`);
const readJson = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T;

/** Runs a command line of the plugin as Claude Code does: in a shell, with the event on stdin. */
function runHook(command: string, event: object, env: Readonly<Record<string, string>>) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn('sh', ['-c', command], { env, cwd: '/' });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        said[name] += chunk;
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...said }));
    child.stdin.on('error', () => undefined).end(JSON.stringify(event));
  });
}

it('recorded events of Claude Code carry a fact into the next session, and no model or network is called', async () => {
  await using workspace = await openWorkspace({ 'MEMORY.md': '- Ada prefers short answers.\n' });
  const { folder, vault } = workspace;
  const config = join(folder, 'config');
  await writeFile(join(config, 'config.toml'), '[memory]\nrecord = "always"\n');
  await runJson(['index', '--vault', vault], { env: workspace.env });
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const sockets = join(folder, 'sockets.log');
  const preload = file('canary/record-sockets.cjs');
  await writeFile(
    join(bin, 'memora'),
    `#!/bin/sh\nexec '${process.execPath}' --require '${preload}' '${binPath()}' "$@"\n`,
  );
  await chmod(join(bin, 'memora'), 0o755);
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    MEMORA_VAULT: vault,
    MEMORA_CONFIG_DIR: config,
    MEMORA_SOCKET_LOG: sockets,
  };
  const { hooks } = await readJson<PluginHooks>(plugin('hooks/hooks.json'));
  const transcript = file('hook-events/transcript.jsonl');
  const shown: string[] = [];
  const events = await readJson<readonly HookEvent[]>(file('hook-events/events.json'));
  for (const event of events) {
    const [entry] = hooks[event.hook_event_name] ?? [];
    const command = entry?.hooks[0]?.command ?? '';
    expect(command).toBe(`memora memory hook ${event.hook_event_name}`);
    const said = { ...event, cwd: vault, transcript_path: transcript };
    const { code, stdout, stderr } = await runHook(command, said, env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const answer = stdout === '' ? null : JSON.parse(stdout);
    if (answer !== null) expect(answer.hookSpecificOutput.hookEventName).toBe(event.hook_event_name);
    shown.push(answer?.hookSpecificOutput.additionalContext ?? '');
  }
  const [start, , stop, compact, again, end, next, asked] = shown;
  expect(start).toContain('Ada prefers short answers.');
  expect([stop, compact, end]).toEqual(['', '', '']);
  expect(again).toBe(start);
  expect(next).toContain('You have a memory');
  expect(asked).toContain('The relay of Harbor runs in Lisbon since March.');
  expect(asked).toContain('Ada reviews every change to the relay.');
  // A tool's output is not remembered, and no instruction in it is followed.
  const { memories } = await runJson<{ memories: { text: string }[] }>(['memory', 'list', '--vault', vault], {
    env,
  });
  expect(memories.map(({ text }) => text).join('\n')).not.toMatch(/Mallory|Turin/u);
  expect(`${next}${asked}`).not.toContain('Mallory');
  const calls = (await readFile(sockets, 'utf8')).trim().split('\n');
  expect(calls.length).toBeGreaterThanOrEqual(events.length);
  expect(calls.filter((line) => !line.startsWith('loaded'))).toEqual([]);
});

it('the plugin is complete', async () => {
  const manifest = await readJson<{ name: string }>(plugin('.claude-plugin/plugin.json'));
  // Claude Code's plugin reference requires a name in lower case and hyphens, a semantic version, and the author as an object.
  expect(manifest).toEqual({
    name: expect.stringMatching(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/u),
    version: expect.stringMatching(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/u),
    description: expect.any(String),
    author: { name: expect.any(String) },
    homepage: expect.stringMatching(/^https:\/\//u),
    repository: expect.stringMatching(/^https:\/\//u),
    license: 'Apache-2.0',
    keywords: expect.arrayContaining([expect.any(String)]),
  });
  const { hooks } = await readJson<PluginHooks>(plugin('hooks/hooks.json'));
  expect(Object.keys(hooks)).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'Stop',
    'PreCompact',
    'SessionEnd',
  ]);
  for (const [event, groups] of Object.entries(hooks))
    expect(groups).toEqual([
      {
        hooks: [
          {
            type: 'command',
            command: `memora memory hook ${event}`,
            timeout: expect.toSatisfy((seconds) => Number.isInteger(seconds) && seconds > 0),
            ...(event === 'Stop' ? { async: true } : {}),
          },
        ],
      },
    ]);
  const market = await readJson<{ plugins: { name: string; source: string }[] }>(
    file('../.claude-plugin/marketplace.json'),
  );
  expect(market.plugins).toMatchObject([
    { name: manifest.name, source: './packaging/integrations/claude-code' },
  ]);
  const { mcpServers } = await readJson<{ mcpServers: object }>(plugin('.mcp.json'));
  expect(mcpServers).toEqual({ memora: { command: 'memora', args: ['serve', '--tools', 'memory'] } });
  expect(await readFile(plugin('skills/memora-memory/SKILL.md'), 'utf8')).toMatch(
    /^---\nname: memora-memory\ndescription: .+\n---\n/u,
  );
});
