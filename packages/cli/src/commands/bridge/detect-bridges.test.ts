import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runCli } from '../../program/run-cli.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const SERVER = fileURLToPath(
  new URL('../../../../bridge/src/testing-fixtures/fake-memory-server.mjs', import.meta.url),
);

/**
 * A home folder whose agents name several servers: one with memories, one without, one that ends at once,
 * Memora's own, one that is off, and one that needs a header.
 */
async function setupHome() {
  const s = await setupVault({ 'harbor.md': 'The relay of Harbor runs in Lisbon.\n' });
  const home = join(s.folder, 'home');
  const at = (name: string) => join(s.folder, name);
  const named = (name: string, how = '') => ({ command: process.execPath, args: [SERVER, at(name), how] });
  await mkdir(join(home, '.cursor'), { recursive: true });
  await mkdir(join(home, '.codex'), { recursive: true });
  await mkdir(at('config'), { recursive: true });
  await writeFile(at('other-tools'), 'tools');
  const mcpServers = {
    'My Memory!': { ...named('kept'), env: { KEY: 'sk-very-secret' } },
    shop: named('shop', at('other-tools')),
    gone: { command: process.execPath, args: ['-e', 'process.exit(1)'] },
    memora: named('ours'),
    off: { ...named('off'), disabled: true },
    cloud: { url: 'https://memory.example.org/mcp', headers: { authorization: 'Bearer x' } },
  };
  await writeFile(join(home, '.cursor/mcp.json'), `// mine\n${JSON.stringify({ mcpServers })}`);
  const args = JSON.stringify([SERVER, at('kept'), '']);
  await writeFile(
    join(home, '.codex/config.toml'),
    `[mcp_servers.again]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${args}\nenv = { KEY = "sk-very-secret" }\n`,
  );
  await writeFile(at('config/config.toml'), '# mine\n[memory]\ntrash_days = 3\n');
  const env = { ...s.env, HOME: home, USERPROFILE: home };
  return {
    ...s,
    env,
    config: () => readFile(at('config/config.toml'), 'utf8'),
    wasStarted: (name: string) => existsSync(`${at(name)}.pid`),
    json: () => s.json<Detected>(['memory', 'detect'], { env }),
    /** Runs it on a terminal where a person gives these answers. */
    answer: async (...answers: string[]) => {
      const [stdin, stderr] = [new PassThrough(), new PassThrough()];
      const printed: string[] = [];
      stderr.on('data', (chunk: Buffer) => {
        printed.push(chunk.toString());
        if (chunk.toString().includes('[y/N]')) stdin.write(`${answers.shift() ?? ''}\n`);
      });
      const io = {
        stdin: Object.assign(stdin, { isTTY: true }),
        stdout: { write: (text: string) => printed.push(text) > 0 },
        stderr: Object.assign(stderr, { isTTY: true }),
        env,
        cwd: s.folder,
        signal: new AbortController().signal,
      };
      const code = await runCli(['memory', 'detect', '--vault', s.vault], io as never);
      return { code, text: printed.join('') };
    },
  };
}

interface Detected {
  readonly servers: readonly { readonly name: string; readonly clients: readonly string[] }[];
  readonly others: number;
  readonly written: readonly string[];
}

it('starts nothing and writes nothing without a yes, and asks once', async () => {
  await using s = await setupHome();
  const before = await s.config();
  const listed = await s.json();
  expect(listed).toEqual({
    servers: [
      { name: 'My Memory!', clients: ['Cursor', 'Codex'] },
      { name: 'shop', clients: ['Cursor'] },
      { name: 'gone', clients: ['Cursor'] },
    ],
    others: 1,
    written: [],
  });
  const { code, text } = await s.answer('no');
  expect(code).toBe(0);
  expect(text).toContain('None was started');
  expect(`${text}${JSON.stringify(listed)}`).not.toMatch(/sk-very-secret|fake-memory-server/u);
  expect(['kept', 'shop', 'ours', 'off'].filter(s.wasStarted)).toEqual([]);
  expect(await s.config()).toBe(before);
  expect((await s.json()).servers).toEqual([]);
});

it('finds the memory among the servers of agents, and writes it as a bridge after a yes', async () => {
  await using s = await setupHome();
  const { code, text } = await s.answer('y', 'yes');
  expect(code).toBe(0);
  expect(text).toContain('Use My Memory! (mem0) together with Memora?');
  expect(text).toContain('Wrote [bridge.my-memory] into your config.toml.');
  expect(text).toContain('gone could not be asked (BRIDGE_AWAY)');
  expect(text).not.toContain('sk-very-secret');
  expect(['kept', 'shop', 'ours', 'off'].filter(s.wasStarted)).toEqual(['kept', 'shop']);
  const config = await s.config();
  expect(config.startsWith('# mine\n[memory]\ntrash_days = 3\n')).toBe(true);
  expect(config).toContain('env = [ "KEY=sk-very-secret" ]');
  expect(config).not.toContain('shop');
  // A server that could not be reached is asked about the next time. All others were answered.
  expect((await s.json()).servers.map(({ name }) => name)).toEqual(['gone']);
  // The bridge works without further changes.
  await s.run(['memory', 'save', 'The lamp of Harbor is green.', '--privacy', 'public'], { env: s.env });
  const synced = await s.run(['memory', 'sync', '--json'], { env: s.env });
  expect(JSON.parse(synced.stdout)).toMatchObject({
    bridges: [{ name: 'my-memory', provider: 'mem0', problem: null, pushed: { saved: 1 } }],
  });
});

it('writes nothing for a memory that is not wanted, and leaves a config that it can’t change safely', async () => {
  await using s = await setupHome();
  const before = await s.config();
  expect((await s.answer('y', 'n')).text).not.toContain('Wrote');
  expect(await s.config()).toBe(before);
  expect((await s.json()).servers.map(({ name }) => name)).toEqual(['gone']);
  await using other = await setupHome();
  const text = 'bridge = { mine = { url = "http://127.0.0.1:9" } }\n';
  await writeFile(join(other.folder, 'config/config.toml'), text);
  const told = await other.answer('y', 'y');
  expect(told.code).toBe(2);
  expect(told.text).toContain('can’t be changed safely');
  expect(await other.config()).toBe(text);
  expect((await other.json()).servers.map(({ name }) => name)).toContain('My Memory!');
});
