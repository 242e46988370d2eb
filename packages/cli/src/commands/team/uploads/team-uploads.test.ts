import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addToken } from '@memora/mcp';
import { addMember, initTeam, openPool, openTeamDatabase, readAddress } from '@memora/postgres';
import { programOf } from '@memora/testing-fixtures/program-of';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupVault } from '../../../testing-fixtures/setup-vault.ts';

const SERVER = fileURLToPath(new URL('../../../../../mcp/src/bin.ts', import.meta.url));
const reason = whyNoServer();
let postgres: TestServer;
let child: ChildProcess;
let address: string;
let folder: string;
let database: Readonly<Record<string, string>>;
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
  await using team = await openTeamDatabase(at('app'));
  const acting = { source: team.source, principal: { name: 'ann' }, workspace: 'acme' };
  await addMember(acting, { principal: 'ben', isGroup: false, role: 'writer' });
  folder = mkdtempSync(join(tmpdir(), 'memora-uploads-'));
  const tokenFile = join(folder, 'tokens.json');
  for (const principal of ['ann', 'ben'])
    tokens[principal] = (
      await addToken(tokenFile, {
        ...{ principal, groups: [], scopes: ['memora:read', 'memora:write'], expires: null },
      })
    ).token;
  const key = join(folder, 'team.key');
  writeFileSync(key, randomBytes(32), { mode: 0o600 });
  database = {
    ...TEAM_ENV,
    MEMORA_TEAM_DATABASE: postgres.url('team', 'app'),
    MEMORA_TEAM_WORKSPACE: 'acme',
    MEMORA_TEAM_KEY_FILE: key,
    MEMORA_CONFIG_DIR: join(folder, 'config'),
    MEMORA_EMBED_PROVIDER: 'none',
    MEMORA_TEAM_FOLDER: join(folder, 'worker'),
  };
  child = spawn(
    process.execPath,
    [...programOf(SERVER), '--team', '--listen', '127.0.0.1:0', '--token-file', tokenFile],
    {
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...database },
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
}, 120_000);
afterAll(async () => {
  child?.removeAllListeners('exit');
  child?.kill('SIGTERM');
  await postgres?.[Symbol.asyncDispose]();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe.skipIf(reason !== null)('documents that a person uploads with a command', () => {
  it('are read by a worker of the team, and shown to whoever uploaded them', async () => {
    await using vault = await setupVault({});
    const as = (who: string) => ({ MEMORA_TEAM_SERVER: address, MEMORA_TEAM_TOKEN: tokens[who] ?? '' });
    const run = (who: string, ...argv: string[]) => vault.run(['team', ...argv], { env: as(who) });
    const work = () =>
      vault.run(['team', 'worker', '--once'], { env: { ...database, MEMORA_TEAM_PRINCIPAL: 'ann' } });
    const file = join(folder, 'crane.html');
    writeFileSync(file, '<html><body><h1>Crane</h1><p>The crane lifts twelve tons.</p></body></html>');
    const sent = await run('ben', 'ingest', file, '--scope', 'workspace', '--region', 'machines', '--json');
    expect([sent.code, sent.stderr]).toEqual([0, expect.any(String)]);
    const [{ upload }] = JSON.parse(sent.stdout).uploads;
    // An invalid document, and one that is withdrawn before it is read.
    writeFileSync(join(folder, 'report.pdf'), '<html>Log in</html>');
    expect((await run('ben', 'ingest', join(folder, 'report.pdf'))).code).toBe(0);
    const other = JSON.parse((await run('ben', 'ingest', file, '--privacy', 'secret', '--json')).stdout)
      .uploads[0];
    expect((await run('ann', 'uploads', '--withdraw', other.upload)).code).toBe(1);
    expect((await run('ben', 'uploads', '--withdraw', other.upload)).code).toBe(0);

    const worked = await work();
    expect([worked.code, worked.stdout]).toEqual([0, expect.stringContaining('read into 1 notes')]);
    expect(worked.stdout).not.toMatch(/crane|report/u);
    const shown = await run('ben', 'uploads');
    expect(shown.stdout).toMatch(
      /done {2}workspace {2}crane\.html\n {2}created {2}machines\/crane-\w{8}\.md/u,
    );
    expect(shown.stdout).toContain('refused (DOCUMENT_DAMAGED)  user  report.pdf');
    expect(JSON.parse((await run('ben', 'uploads', '--json')).stdout).uploads).toHaveLength(2);
    expect((await run('ann', 'uploads')).stdout).toBe('');
    // The same round has published it.
    const told = await vault.run(['query', 'How much does the crane lift?', '--team'], { env: as('ann') });
    expect(told.stdout).toContain('twelve tons');

    // Waits for the worker. Its exit code is the result.
    const waiting = run('ben', 'ingest', join(folder, 'report.pdf'), '--wait');
    const queued = () => postgres.psql("SELECT count(*) FROM memora.upload WHERE state = 'waiting'", 'team');
    await expect.poll(queued, { timeout: 30_000 }).toBe('1');
    await work();
    const refused = await waiting;
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('DOCUMENT_DAMAGED')]);
    expect(upload).toMatch(/^\w{32}$/u);
  }, 180_000);

  it('are uploaded by an operator without a server, and by nobody who may not write there', async () => {
    await using vault = await setupVault({ 'crane.md': 'The crane lifts twelve tons.\n' });
    const run = (who: string, ...argv: string[]) =>
      vault.run(['team', ...argv], { env: { ...database, MEMORA_TEAM_PRINCIPAL: who } });
    const file = join(vault.vault, 'crane.md');
    expect(await run('ann', 'ingest', file, '--scope', 'workspace')).toMatchObject({ code: 0 });
    for (const [who, argv, code] of [
      ['mallory', ['--scope', 'workspace'], 'member'],
      ['ben', ['--scope', 'global'], 'allow'],
      ['ben', ['--region', 'users/ann'], 'another scope'],
    ] as const) {
      const refused = await run(who, 'ingest', file, ...argv);
      expect([refused.code !== 0, refused.stderr]).toEqual([true, expect.stringContaining(code)]);
    }
    expect((await run('ann', 'ingest', join(folder, 'gone.pdf'))).code).toBe(2);
  }, 120_000);
});
