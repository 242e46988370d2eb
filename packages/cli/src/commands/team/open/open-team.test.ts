import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addToken } from '@memora/mcp';
import { addMember, initTeam, openPool, openTeamDatabase, readAddress } from '@memora/postgres';
import { programOf } from '@memora/testing-fixtures/program-of';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCuttingProxy } from '../../../testing-fixtures/open-cutting-proxy.ts';
import { setupVault } from '../../../testing-fixtures/setup-vault.ts';

const SERVER = fileURLToPath(new URL('../../../../../mcp/src/bin.ts', import.meta.url));
const reason = whyNoServer();
let postgres: TestServer;
let child: ChildProcess;
let address: string;
let folder: string;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  if (reason !== null) return;
  postgres = await startServer();
  postgres.psql('CREATE DATABASE team');
  postgres.psql('CREATE ROLE app LOGIN NOINHERIT');
  const at = (login?: string) =>
    readAddress({ url: postgres.url('team', login), from: 'flag', env: TEAM_ENV });
  const owner = openPool(at());
  await initTeam(owner, { workspace: 'acme', admin: 'ann', login: 'app', signingKey: TEAM_KEY });
  await owner.close();
  await using database = await openTeamDatabase(at('app'));
  const acting = { source: database.source, principal: { name: 'ann' }, workspace: 'acme' };
  await addMember(acting, { principal: 'ben', isGroup: false, role: 'writer' });
  folder = mkdtempSync(join(tmpdir(), 'memora-people-'));
  const tokenFile = join(folder, 'tokens.json');
  for (const principal of ['ann', 'ben']) {
    const scopes = ['memora:read', 'memora:write', 'memora:admin'] as const;
    tokens[principal] = (
      await addToken(tokenFile, { principal, groups: [], scopes: [...scopes], expires: null })
    ).token;
  }
  child = spawn(
    process.execPath,
    [...programOf(SERVER), '--team', '--with-worker', '--listen', '127.0.0.1:0', '--token-file', tokenFile],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        ...TEAM_ENV,
        MEMORA_TEAM_DATABASE: postgres.url('team', 'app'),
        MEMORA_TEAM_WORKSPACE: 'acme',
        MEMORA_CONFIG_DIR: join(folder, 'config'),
        MEMORA_EMBED_PROVIDER: 'none',
        MEMORA_TEAM_FOLDER: join(folder, 'worker'),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.once('exit', () => reject(new Error(`the server ended: ${said.slice(-600)}`)));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, port] = /at port (\d+)/u.exec(said) ?? [];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
});
afterAll(async () => {
  child?.removeAllListeners('exit');
  child?.kill('SIGTERM');
  await postgres?.[Symbol.asyncDispose]();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe.skipIf(reason !== null)('the commands of a person with an address and a token', () => {
  it('keep members and read the audit, with no database and no login', async () => {
    await using vault = await setupVault({});
    const as = (who: string) => ({ MEMORA_TEAM_SERVER: address, MEMORA_TEAM_TOKEN: tokens[who] ?? '' });
    const run = (who: string, ...argv: string[]) => vault.run(['team', ...argv], { env: as(who) });
    expect(await run('ann', 'member', 'add', 'carl', '--role', 'reader')).toMatchObject({ code: 0 });
    expect((await run('ann', 'member', 'list')).stdout).toContain('reader  carl');
    expect((await run('ann', 'audit')).stdout).toContain('team member.add');
    const refused = await run('ben', 'member', 'list');
    expect([refused.code !== 0, refused.stderr]).toEqual([true, expect.stringContaining('administrator')]);
    const none = await run('ben', 'history', 'pump.md', '--json');
    expect([none.code !== 0, `${none.stdout}${none.stderr}`]).toEqual([
      true,
      expect.stringContaining('NOTE_NOT_FOUND'),
    ]);
  });

  it('send the token nowhere in the clear, and say what is wrong with it', async () => {
    await using vault = await setupVault({});
    const run = (env: Record<string, string>) => vault.run(['team', 'member', 'list'], { env });
    const far = await run({ MEMORA_TEAM_SERVER: 'http://memory.example', MEMORA_TEAM_TOKEN: 'memora_x' });
    expect([far.code, far.stderr]).toEqual([2, expect.stringContaining('https://')]);
    const none = await run({ MEMORA_TEAM_SERVER: address });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('MEMORA_TEAM_TOKEN')]);
    const wrong = await run({ MEMORA_TEAM_SERVER: address, MEMORA_TEAM_TOKEN: 'memora_wrong-token' });
    expect([wrong.code !== 0, wrong.stderr]).toEqual([true, expect.stringContaining('token')]);
    expect(wrong.stderr).not.toContain('wrong-token');
  });

  it('push, pull, keep, export and erase notes, with nothing but an address and a token', async () => {
    const large = `# Log\n\n\`\`\`\n${`${'0123456789'.repeat(10)}\n`.repeat(7_000)}\`\`\`\n`;
    await using hers = await setupVault({
      'pump.md': '# Pump\n\nThe capacity of Pump Nine is 30 litres.\n',
      'large.md': large,
      'users/ann/diary.md': 'Ann sails on Sundays.\n',
      'empty.md': '',
    });
    await using his = await setupVault({});
    // From a file that nobody else may read, instead of the variable.
    await mkdir(join(his.folder, 'own'), { recursive: true });
    const file = join(his.folder, 'own', 'team-token');
    await writeFile(file, `${tokens['ben']}\n`, { mode: 0o600 });
    const of = {
      ann: { MEMORA_TEAM_SERVER: address, MEMORA_TEAM_TOKEN: tokens['ann'] ?? '' },
      ben: { MEMORA_TEAM_SERVER: address, MEMORA_CONFIG_DIR: join(his.folder, 'own') },
    };
    const run = async (who: 'ann' | 'ben', argv: string[], code = 0) => {
      const done = await (who === 'ann' ? hers : his).run(['team', ...argv], { env: of[who] });
      expect([done.code, done.stderr]).toEqual([code, expect.any(String)]);
      return `${done.stdout}${done.stderr}`;
    };
    expect(await run('ann', ['push'])).toContain('4 pushed');
    expect(await run('ann', ['push'])).toContain('0 pushed, 0 removed, 4 unchanged');
    expect(postgres.psql('SELECT count(*) FROM memora.staged', 'team')).toBe('0');
    expect(await run('ben', ['pull'])).toContain('3 pulled');
    expect(await readFile(join(his.vault, 'large.md'), 'utf8')).toBe(large);
    expect(await readFile(join(his.vault, 'pump.md'), 'utf8')).toContain('30 litres');
    expect(existsSync(join(his.vault, 'users'))).toBe(false);
    // Asks, captures and checks through the server alone.
    const ask = (argv: string[]) => his.run([...argv, '--team', '--json'], { env: of.ben });
    const json = async (argv: string[]) => JSON.parse((await ask(argv)).stdout);
    const asked = ['query', 'What is the capacity of Pump Nine?'];
    await vi.waitFor(async () => expect((await ask(asked)).stdout).toContain('30 litres'), 60_000);
    const { hits } = await json([...asked, '--claims']);
    const [{ claim_id: id, author }] = hits;
    const list = await his.run([...asked, '--claims', '--team'], { env: of.ben });
    expect([author, list.stdout]).toEqual([
      'ann',
      expect.stringMatching(/pump\.md {2}by ann, \d{4}-\d\d-\d\d\n/u),
    ]);
    const read = await his.run([...asked, '--team'], { env: of.ben });
    expect(read.stdout).toMatch(/^pump\.md.* {2}by ann, \d{4}-\d\d-\d\d\n.*30 litres/u);
    await his.write('../answer.md', `The capacity of Pump Nine is 30 litres [claim:${id}].\n`);
    expect(await json(['verify', join(his.folder, 'answer.md')])).toMatchObject({ problems: 0, verified: 1 });
    await his.write('../answer.md', `The capacity of Pump Nine is 90 litres [claim:${id}].\n`);
    expect((await ask(['verify', join(his.folder, 'answer.md')])).code).toBe(1);
    for (const argv of [['stale'], ['contradictions'], ['decisions']]) expect((await ask(argv)).code).toBe(0);
    expect((await json(['capture', 'Ben likes the red crane.'])).path).toMatch(/^@me\/inbox\//u);
    for (const argv of [
      ['query', 'Where does Ann sail?'],
      ['query', 'Ann sails', '--claims'],
    ])
      expect((await ask(argv)).stdout).not.toContain('Sundays');
    for (const argv of [['claims', 'list'], ['doctor'], ['report', '--output', 'x.html']])
      expect(Object.values(await ask(argv)).join('')).toContain('NOT_IN_A_TEAM');
    expect((await ask(['verify', '-', '--html', 'x.html'])).code).toBe(2);
    // Both change it: the second one is notified, and no text is lost.
    await his.write('pump.md', '# Pump\n\nThe capacity of Pump Nine is 40 litres.\n');
    expect(await run('ben', ['push'])).toContain('pushed   pump.md');
    await hers.write('pump.md', '# Pump\n\nThe capacity of Pump Nine is 50 litres.\n');
    expect(await run('ann', ['push'], 4)).toContain('"pump.md"');
    expect(await run('ann', ['pull'])).toContain('both     pump.md');
    expect(await run('ann', ['history', 'pump.md'])).toMatch(/2 .* ben /u);
    // An operation only for administrators names the file, and nothing of the push is written.
    await his.write('global/rule.md', 'Everybody signs.\n');
    await his.write('other.md', 'A word.\n');
    expect(await run('ben', ['push'], 4)).toContain('"global/rule.md"');
    expect(await run('ben', ['history', 'other.md'], 2)).toContain('other.md');
    await rm(join(his.vault, 'global/rule.md'));
    await his.write('users/ben/idea.md', 'A smaller pump would do.\n');
    await run('ben', ['push']);
    expect(await run('ben', ['promote', 'idea.md'])).toContain('idea.md is now a note of the workspace');
    // Erased permanently: gone from his folder, and refused if it is pushed again.
    expect(await run('ann', ['erase', 'other.md'])).toContain('1 versions');
    expect(await run('ben', ['pull'])).toContain('erased   other.md');
    await his.write('other.md', 'A word.\n');
    expect(await run('ben', ['push'], 4)).toContain('erased for good');
    await rm(join(his.vault, 'other.md'));
    // A person who leaves is exported, then erased.
    await run('ann', ['member', 'remove', 'ben']);
    expect(await run('ben', ['pull'], 4)).toContain('member of the workspace');
    expect(await run('ann', ['scope', 'export', 'ben', '--output', 'of-ben'])).toContain('2 notes of ben');
    expect(await readFile(join(hers.folder, 'of-ben', 'idea.md'), 'utf8')).toContain('smaller pump');
    expect(await run('ann', ['scope', 'remove', 'ben'])).toContain('removed, with 2 notes');
    expect(await run('ann', ['scope', 'remove', 'ben'], 1)).toContain('ben has no scope');
    expect(await run('ann', ['erase-user', 'ben'])).toContain('had no scope');
    await run('ann', ['member', 'add', 'ben', '--role', 'writer']);
    await chmod(file, 0o644);
    expect(await run('ben', ['status'], 2)).toContain('chmod 600');
  });

  it('end a push that was cut off midway where it was, whichever way it was cut', async () => {
    const large = `# Deck\n\n\`\`\`\n${`${'0123456789'.repeat(10)}\n`.repeat(14_000)}\`\`\`\n`;
    const notes = { 'deck/a.md': '# Anchor\n', 'deck/b.md': large, 'deck/c.md': '# Crane\n' };
    await using vault = await setupVault(notes);
    await using proxy = await openCuttingProxy(address);
    const push = async () => {
      const env = { MEMORA_TEAM_SERVER: proxy.address, MEMORA_TEAM_TOKEN: tokens['ann'] ?? '' };
      const { code, stdout, stderr } = await vault.run(['team', 'push'], { env });
      return { code, said: `${stdout}${stderr}` };
    };
    const staged = () =>
      postgres.psql('SELECT path, is_whole FROM memora.staged ORDER BY path', 'team').split('\n');
    const heads = () => postgres.psql("SELECT count(*) FROM memora.head WHERE path LIKE 'deck/%'", 'team');
    const pathsOf = (sent: ReturnType<typeof proxy.cut>) => sent.flatMap(({ paths }) => paths);
    // The connection breaks in the middle of a note of three requests: the earlier pieces have arrived, and
    // the team has no note yet.
    let requests = 0;
    proxy.cut({ request: ({ operation }) => operation === 'push.stage' && ++requests === 3 });
    const cut = await push();
    expect([cut.code !== 0, cut.said]).toEqual([true, expect.stringContaining('Push again')]);
    expect([staged(), heads()]).toEqual([['deck/a.md|t', 'deck/b.md|f'], '0']);
    // Everything has arrived, but the answer is lost.
    proxy.cut({ answer: ({ paths }) => paths.includes('deck/c.md') });
    expect((await push()).code).not.toBe(0);
    // Pieces that had arrived completely were not sent again.
    const again = pathsOf(proxy.cut({ answer: ({ operation }) => operation === 'push.commit' }));
    expect(again).toEqual(['deck/b.md', 'deck/b.md', 'deck/b.md', 'deck/c.md']);
    expect([staged(), heads()]).toEqual([['deck/a.md|t', 'deck/b.md|t', 'deck/c.md|t'], '0']);
    // The notes are written, and that answer is lost too. Nothing is left to do, and nothing is written
    // twice.
    expect((await push()).code).not.toBe(0);
    expect(pathsOf(proxy.cut({}))).toEqual([]);
    expect(await push()).toEqual({
      code: 0,
      said: expect.stringContaining('0 pushed, 0 removed, 3 unchanged'),
    });
    expect(proxy.cut({}).map(({ operation }) => operation)).not.toContain('push.commit');
    expect([staged(), heads()]).toEqual([[''], '3']);
    await using other = await setupVault({});
    const pulled = await other.run(['team', 'pull'], {
      env: { MEMORA_TEAM_SERVER: address, MEMORA_TEAM_TOKEN: tokens['ann'] ?? '' },
    });
    expect(pulled.code).toBe(0);
    for (const [path, text] of Object.entries(notes))
      expect(await readFile(join(other.vault, path), 'utf8')).toBe(text);
  });

  it('push no secret note without the key of the team, and say which note it is', async () => {
    await using vault = await setupVault({
      'plan.md': '---\nprivacy: secret\n---\nThe code is heliotrope.\n',
    });
    const env = {
      ...TEAM_ENV,
      MEMORA_TEAM_DATABASE: postgres.url('team', 'app'),
      MEMORA_TEAM_WORKSPACE: 'acme',
      MEMORA_TEAM_PRINCIPAL: 'ben',
    };
    const pushed = await vault.run(['team', 'push'], { env });
    expect([pushed.code !== 0, pushed.stderr]).toEqual([
      true,
      expect.stringContaining('MEMORA_TEAM_KEY_FILE'),
    ]);
    expect(pushed.stderr).not.toContain('heliotrope');
    expect(postgres.psql("SELECT count(*) FROM memora.head WHERE path = 'plan.md'", 'team')).toBe('0');
  });
});
