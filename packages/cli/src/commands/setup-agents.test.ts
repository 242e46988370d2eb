import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../setup/clients/client-table.ts';
import { ownServerCommand } from '../setup/clients/own-server-command.ts';
import { CLIENT_FILES } from '../testing-fixtures/client-files.ts';
import { runInProcess } from '../testing-fixtures/run-in-process.ts';
import { setupHome } from '../testing-fixtures/setup-home.ts';

interface Payload {
  readonly written: boolean;
  readonly vault: string;
  readonly notes: number;
  readonly question: string | null;
  readonly answer: { readonly verified_count?: number } | null;
  readonly clients: readonly {
    readonly client: string;
    readonly part: string;
    readonly file: string;
    readonly status: string;
    readonly backup?: string | null;
    readonly code?: string;
  }[];
}

interface Removed {
  readonly removed: boolean;
  readonly files: readonly { readonly file: string; readonly status: string; readonly code?: string }[];
}

const SETUP = ['setup', '--yes'];
const REMOVE = ['setup', '--remove', '--yes'];

function serverOf(client: string, text: string): Record<string, unknown> | undefined {
  const { servers, syntax } = CLIENTS.find(({ id }) => id === client) ?? { servers: '', syntax: 'json' };
  const whole = syntax === 'toml' ? parseToml(text) : parseJsonc(text.replace(/^\uFEFF/, ''));
  return (whole as Record<string, Record<string, Record<string, unknown>>>)[servers]?.['memora'];
}

describe('setup', () => {
  it('knows a recorded file of every client', () => {
    expect(Object.keys(CLIENT_FILES).sort()).toEqual(CLIENTS.map(({ id }) => id).sort());
  });

  it('connects every client that is there, answers one question, and undoes all of it byte for byte', async () => {
    await using home = await setupHome();
    const before = await home.snapshot();
    const done = await home.json<Payload>(SETUP);
    expect(done).toMatchObject({ written: true, vault: home.vault, notes: 2 });
    expect(done.clients.map(({ status }) => status)).toEqual(done.clients.map(() => 'written'));
    for (const client of CLIENTS) {
      const [settings] = CLIENT_FILES[client.id] ?? [];
      const server = serverOf(client.id, await home.readHome(settings?.path ?? ''));
      expect(server, client.id).toEqual({
        ...client.more,
        command: ownServerCommand(home.vault, home.env).command,
        // The tests run from source, which a client starts without a build.
        args: [
          '--conditions=memora-source',
          '--import',
          expect.stringMatching(/^file:.*from-source\/resolve\.ts$/),
          expect.stringMatching(/from-source[\\/]run\.ts$/),
          'serve',
          '--vault',
          home.vault,
        ],
        env: { MEMORA_CONFIG_DIR: home.env.MEMORA_CONFIG_DIR },
      });
      for (const { path, theirs } of CLIENT_FILES[client.id] ?? [])
        for (const text of theirs) expect(await home.readHome(path)).toContain(text);
    }
    expect(done.question).toBe('What about Pump?');
    expect(JSON.stringify(done.answer)).toContain('40 bar');
    expect(JSON.stringify(done)).not.toContain('471108');
    expect(await readFile(join(home.vault, 'pump.md'), 'utf8')).toContain('# Pump\n\nThe cooling pump');

    const undone = await home.json<Removed>(REMOVE);
    expect(new Set(undone.files.map(({ status }) => status))).toEqual(new Set(['as-it-was', 'removed']));
    expect(await home.snapshot()).toEqual(before);
    expect(await readdir(join(home.folder, 'config', 'setup'))).toEqual([]);
  });

  it('names a record that it can not read when it undoes, and goes on with the others', async () => {
    await using home = await setupHome(['claude-code', 'codex']);
    await home.run(SETUP);
    const folder = join(home.folder, 'config', 'setup');
    const [first = ''] = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
    await writeFile(join(folder, first), '{"file":"/ho');
    const { code, stdout, stderr } = await home.run(REMOVE);
    expect(code).toBe(3);
    expect(stderr).toContain(`${join(folder, first)} (SETUP_RECORD_UNREADABLE)`);
    expect(stderr).toContain('.backup');
    expect(stdout).toContain('as it was, byte for byte');
    expect((await readdir(folder)).filter((name) => name.endsWith('.json'))).toEqual([first]);
    const again = await home.run(REMOVE);
    expect([again.code, again.stdout.includes('no file of another program')]).toEqual([3, false]);
  });

  it('keeps a backup of each file, for the user alone', async () => {
    await using home = await setupHome(['claude-code']);
    const { clients } = await home.json<Payload>(SETUP);
    for (const [i, { text }] of (CLIENT_FILES['claude-code'] ?? []).entries()) {
      const backup = clients[i]?.backup ?? '';
      expect(await readFile(backup, 'utf8')).toBe(text);
      expect((await lstat(backup)).mode & 0o077).toBe(0);
    }
  });

  it('shows what it would write and writes nothing where nobody can say yes', async () => {
    await using home = await setupHome(['claude-code', 'codex']);
    const before = await home.snapshot();
    const { code, stdout, stderr } = await home.run(['setup']);
    expect([code, await home.snapshot()]).toEqual([0, before]);
    expect(stdout).toContain('+ [mcp_servers.memora]');
    expect(stdout).toContain('+ ## Memora: the notes of the user');
    expect(stdout).not.toMatch(/ghp_0000|ctx7_0000|ida@example/);
    expect(stderr).toContain('Add --yes');
    await expect(readdir(join(home.vault, '.memora'))).rejects.toThrow();
  });

  it('takes out what is its own where others have written into the files since', async () => {
    await using home = await setupHome(['cursor', 'codex', 'claude-code']);
    await home.run(SETUP);
    const reordered = JSON.parse(await home.readHome('.cursor/mcp.json'));
    reordered.mcpServers.later = { command: 'later' };
    await home.writeHome('.cursor/mcp.json', JSON.stringify(reordered, null, 2));
    await home.writeHome(
      '.codex/config.toml',
      `${await home.readHome('.codex/config.toml')}\n[later]\nx = 1\n`,
    );
    await home.writeHome('.claude/CLAUDE.md', `${await home.readHome('.claude/CLAUDE.md')}\n- Later.\n`);
    const { files } = await home.json<Removed>(REMOVE);
    expect(files.map(({ status }) => status).sort()).toContain('taken-out');
    const cursor = JSON.parse(await home.readHome('.cursor/mcp.json'));
    expect(Object.keys(cursor.mcpServers)).toEqual(['playwright', 'off', 'later']);
    expect(await home.readHome('.codex/config.toml')).toBe(
      `${CLIENT_FILES['codex']?.[0]?.text}\n[later]\nx = 1\n`,
    );
    expect(await home.readHome('.claude/CLAUDE.md')).toBe(
      `${CLIENT_FILES['claude-code']?.[1]?.text}\n- Later.\n`,
    );
  });

  it('does nothing a second time, and adds another vault beside the first; the first bytes come back', async () => {
    await using home = await setupHome();
    const before = await home.snapshot();
    await home.run(SETUP);
    const once = await home.snapshot();
    const again = await home.json<Payload>(SETUP);
    expect(new Set(again.clients.map(({ status }) => status))).toEqual(new Set(['unchanged']));
    expect(await home.snapshot()).toEqual(once);
    const other = join(home.folder, 'other vault');
    await mkdir(other);
    await writeFile(join(other, 'crane.md'), 'The crane lifts 12 tons.\n');
    const elsewhere = await runInProcess([...SETUP, '--vault', other], { cwd: home.home, env: home.env });
    expect(elsewhere.code).toBe(0);
    expect(elsewhere.stdout).toContain('Indexed 1 note');
    const settings = await home.readHome('.config/zed/settings.json');
    const { args = [] } = serverOf('zed', settings) as { args?: string[] };
    expect(args.slice(-3)).toEqual(['serve', '--vault', home.vault]);
    expect(settings).toContain('"memora-other-vault"');
    expect(settings).toContain(JSON.stringify(other));
    // Each is recognised by its vault.
    const third = await runInProcess([...SETUP, '--vault', other, '--json'], {
      cwd: home.home,
      env: home.env,
    });
    const { clients } = JSON.parse(third.stdout) as Payload;
    expect(new Set(clients.map(({ status }) => status))).toEqual(new Set(['unchanged']));
    await home.run(REMOVE);
    expect(await home.snapshot()).toEqual(before);
  });

  it('leaves a server of another vault that the user had made by hand', async () => {
    await using home = await setupHome([]);
    const own = '{ "mcpServers": { "memora": { "command": "memora-mcp", "args": ["--vault", "/old"] } } }';
    await home.writeHome('.cursor/mcp.json', own);
    await home.run(SETUP);
    const { mcpServers } = JSON.parse(await home.readHome('.cursor/mcp.json'));
    expect(mcpServers.memora).toEqual({ command: 'memora-mcp', args: ['--vault', '/old'] });
    expect(Object.keys(mcpServers)).toHaveLength(2);
    await home.run(REMOVE);
    expect(await home.readHome('.cursor/mcp.json')).toBe(own);
  });

  it('finds the one vault that Obsidian knows, and names the choice where there are more', async () => {
    await using home = await setupHome(['cursor']);
    const list = (paths: readonly string[]) =>
      home.writeHome(
        '.config/obsidian/obsidian.json',
        JSON.stringify({ vaults: Object.fromEntries(paths.map((path, ts) => [`id${ts}`, { path, ts }])) }),
      );
    const bare = (argv: readonly string[]) => runInProcess(argv, { cwd: home.home, env: home.env });
    await list([home.vault, '/gone']);
    expect(JSON.parse((await bare([...SETUP, '--json'])).stdout)).toMatchObject({ vault: home.vault });
    await list([home.vault, home.home]);
    await rm(join(home.vault, '.memora'), { recursive: true });
    const { code, stderr } = await bare(SETUP);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Obsidian knows 2 vaults')]);
    await home.writeHome('.config/obsidian/obsidian.json', '{"vaults": {"a": {"pa');
    expect((await bare(SETUP)).stderr).toContain('no vault was found');
  });
});

describe('setup with files that are not as they should be', () => {
  it.each([
    ['cut off', '{"mcpServers": {"a": {"comm'],
    ['an array', '[]'],
    ['a number of servers', '{"mcpServers": 3}'],
    ['a list of servers', '{"mcpServers": []}'],
    ['a key that comes twice', '{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}'],
    ['two objects', '{} {}'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['UTF-16', Buffer.from('\uFEFF{"mcpServers": {}}', 'utf16le')],
  ])('leaves a file that is %s as it is, says so, and goes on', async (_, bytes) => {
    await using home = await setupHome(['codex']);
    await home.writeHome('.cursor/mcp.json', bytes);
    const before = await readFile(join(home.home, '.cursor/mcp.json'));
    const run = await home.run([...SETUP, '--json']);
    expect(run.code).toBe(3);
    const { clients, answer } = JSON.parse(run.stdout) as Payload;
    expect(clients.find(({ client }) => client === 'cursor')).toMatchObject({
      status: 'failed',
      code: 'CLIENT_FILE_UNREADABLE',
    });
    expect(clients.filter(({ status }) => status === 'written')).toHaveLength(2);
    expect(answer).not.toBeNull();
    expect(run.stderr).toContain('by hand, under "mcpServers"');
    expect((await readFile(join(home.home, '.cursor/mcp.json'))).equals(before)).toBe(true);
    await home.run(REMOVE);
    expect((await readFile(join(home.home, '.cursor/mcp.json'))).equals(before)).toBe(true);
  });

  it.each([
    ['cut off', '[mcp_servers.a'],
    ['a list', 'mcp_servers = [1]'],
    ['an inline table', 'mcp_servers = { a = { command = "x" } }'],
  ])('leaves TOML that is %s as it is', async (_, text) => {
    await using home = await setupHome([]);
    await home.writeHome('.codex/config.toml', text);
    const run = await home.run(SETUP);
    expect(run.code).toBe(3);
    expect(await home.readHome('.codex/config.toml')).toBe(text);
  });

  it('edits the file that a link of the user leads to, and keeps the link', async () => {
    await using home = await setupHome([]);
    await home.writeHome('dotfiles/mcp.json', '{}\n');
    await mkdir(join(home.home, '.cursor'));
    await symlink('../dotfiles/mcp.json', join(home.home, '.cursor/mcp.json'));
    await home.run(SETUP);
    expect((await lstat(join(home.home, '.cursor/mcp.json'))).isSymbolicLink()).toBe(true);
    expect(serverOf('cursor', await home.readHome('dotfiles/mcp.json'))).toBeDefined();
    await home.run(REMOVE);
    expect(await home.readHome('dotfiles/mcp.json')).toBe('{}\n');
  });

  it('tells a folder, a pipe of names and a link to nothing from a file', async () => {
    await using home = await setupHome(['codex']);
    await mkdir(join(home.home, '.cursor/mcp.json'), { recursive: true });
    await mkdir(join(home.home, '.gemini'));
    await symlink('nowhere.json', join(home.home, '.gemini/settings.json'));
    const { clients } = await home.json<Payload>(SETUP);
    const failed = clients.filter(({ status }) => status === 'failed');
    expect(failed.map(({ client, code }) => [client, code])).toEqual([
      ['cursor', 'FILE_REFUSED'],
      ['gemini-cli', 'FILE_REFUSED'],
    ]);
  });

  it('keeps the mode of a file, and the bytes of one whose record is damaged', async () => {
    await using home = await setupHome(['claude-code']);
    await chmod(join(home.home, '.claude.json'), 0o640);
    await home.run(SETUP);
    expect((await lstat(join(home.home, '.claude.json'))).mode & 0o777).toBe(0o640);
    const folder = join(home.folder, 'config', 'setup');
    for (const name of await readdir(folder))
      if (name.endsWith('.json')) await writeFile(join(folder, name), '{');
    const before = await home.snapshot();
    expect(await home.json<Removed>(REMOVE)).toMatchObject({
      files: [{ code: 'SETUP_RECORD_UNREADABLE' }, { code: 'SETUP_RECORD_UNREADABLE' }],
    });
    expect(await home.snapshot()).toEqual(before);
  });

  it('looks for no agent where the environment names no home', async () => {
    await using home = await setupHome([]);
    const run = await home.run([...SETUP, '--json'], { env: { HOME: '' } });
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ clients: [], notes: 2 });
    const told = await home.run(SETUP, { env: { HOME: '' } });
    expect(told.stderr).toContain('The environment names no home folder');
    expect(told.stderr).not.toMatch(/Ask your agent|undoes all of this/u);
  });

  it('writes each server once when two setups run at once', async () => {
    await using home = await setupHome();
    const before = await home.snapshot();
    const runs = await Promise.all([home.run(SETUP), home.run(SETUP)]);
    for (const { code } of runs) expect([0, 3]).toContain(code);
    for (const { id } of CLIENTS) {
      const text = await home.readHome(CLIENT_FILES[id]?.[0]?.path ?? '');
      expect(serverOf(id, text), id).toBeDefined();
    }
    await home.run(REMOVE);
    expect(await home.snapshot()).toEqual(before);
  });
});
