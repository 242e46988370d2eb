import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../../testing-fixtures/run-in-process.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const reason = whyNoServer();
let server: TestServer;
beforeAll(async () => {
  if (reason !== null) return;
  server = await startServer();
  server.psql('CREATE DATABASE team');
  server.psql('CREATE ROLE app LOGIN');
}, 120_000);
afterAll(async () => server?.[Symbol.asyncDispose]());

const NOTES = {
  'pump.md': '---\ncreated: 2026-01-01\n---\n# Pump Nine\n\nThe capacity of Pump Nine is 30 litres.\n',
  'plan.md': '# Plan\n\nWe decided to use two pumps.\n',
};

async function setupMembers() {
  const ann = await setupVault(NOTES);
  const ben = await setupVault({});
  const as = (who: string, login = 'app') => ({
    MEMORA_TEAM_DATABASE: server.url('team', login),
    MEMORA_TEAM_WORKSPACE: 'acme',
    MEMORA_TEAM_PRINCIPAL: who,
    MEMORA_TEAM_FOLDER: join(ann.folder, 'worker'),
    MEMORA_CONFIG_DIR: join(ann.folder, 'config'),
    // The administrator's command makes the file.
    ...(login === 'app' ? { MEMORA_TEAM_SIGNING_KEY_FILE: join(ann.folder, 'signing.key') } : {}),
  });
  return { ann, ben, as };
}

it('says which setting is missing, and refuses a password in a config file', async () => {
  await using vault = await setupVault({});
  const unnamed = await vault.run(['team', 'status']);
  expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('MEMORA_TEAM_DATABASE')]);
  const far = { MEMORA_TEAM_DATABASE: 'postgresql://a@db.example/team', MEMORA_TEAM_WORKSPACE: 'acme' };
  expect((await vault.run(['team', 'status'], { env: far })).stderr).toContain(
    'MEMORA_ENABLE_NETWORK_STORE=1',
  );
  const gone = { ...far, MEMORA_TEAM_DATABASE: 'postgresql://a@127.0.0.1:1/team' };
  const away = await vault.run(['team', 'status', '--json'], { env: gone });
  expect([away.code !== 0, `${away.stdout}${away.stderr}`]).toEqual([
    true,
    expect.stringContaining('TEAM_UNREACHABLE'),
  ]);
});

describe.skipIf(reason !== null)(`a team on a real server${reason === null ? '' : ` (${reason})`}`, () => {
  it('goes from an empty database to proven lists in another folder, and keeps a private corner private', async () => {
    const { ann, ben, as } = await setupMembers();
    await using _ann = ann;
    await using _ben = ben;
    const run = async (vault: typeof ann, who: string, argv: readonly string[], code = 0) => {
      const done = await vault.run(argv, { env: as(who) });
      expect([done.code, done.stderr]).toEqual([code, expect.any(String)]);
      return done.stdout;
    };
    const signing = ['--signing-key', join(ann.folder, 'signing.key')];
    const init = await ann.run(['team', 'init', '--admin', 'ann', '--login', 'app', ...signing], {
      env: as('root', 'root_of_tests'),
    });
    expect([init.code, init.stderr]).toEqual([0, expect.stringContaining('ann administers it')]);
    expect((await ann.run(['team', 'migrate', '--repair'], { env: as('root', 'root_of_tests') })).code).toBe(
      0,
    );
    // No policy restricts the administrator's login.
    expect((await ann.run(['team', 'status'], { env: as('ann', 'root_of_tests') })).stderr).toContain(
      'superuser',
    );
    await run(ann, 'ann', ['team', 'member', 'add', 'ben', '--role', 'writer']);
    await run(ann, 'ann', ['team', 'member', 'add', 'crew', '--group']);
    expect(await run(ann, 'ann', ['team', 'member', 'list'])).toContain('group crew');
    await run(ann, 'ann', ['team', 'member', 'remove', 'crew', '--group']);
    await run(ann, 'ann', ['team', 'scope', 'add', 'ann']);
    expect(await run(ann, 'ann', ['team', 'scope', 'list'])).toContain('ben');
    expect((await ann.run(['team', 'member', 'list'], { env: as('ben') })).stderr).toContain('administrator');
    expect(await run(ann, 'ann', ['team', 'push', '--source-commit', 'abc123'])).toContain(
      'pushed   pump.md',
    );
    expect(await run(ann, 'ann', ['team', 'worker', '--once'])).toContain('epoch 1');
    expect(await run(ann, 'ann', ['team', 'status'])).toMatch(/workspace {2}2 notes, \d+ claims, epoch 1\n/);
    expect(JSON.parse(await run(ann, 'ann', ['team', 'status', '--json']))).toMatchObject({
      ...{ workspace: 'acme', principal: 'ann', schema: 1 },
      scopes: [
        expect.anything(),
        expect.objectContaining({ kind: 'workspace', notes: 2 }),
        expect.anything(),
      ],
    });

    expect(await run(ben, 'ben', ['team', 'embedder', 'list'])).toMatch(/^\* default +\w+\n {2}local/);
    expect((await ben.run(['team', 'embedder', 'use', 'local'], { env: as('ben') })).stderr).toContain(
      'administrator',
    );
    expect((await ann.run(['team', 'embedder', 'use', 'huge'], { env: as('ann') })).stderr).toContain(
      'default, local, none',
    );
    const used = JSON.parse(await run(ann, 'ann', ['team', 'embedder', 'use', 'local', '--json']));
    expect(used).toMatchObject({ name: 'local', scopes: 1 });
    expect(await run(ann, 'ann', ['team', 'status'])).toContain('\n  local: not begun\n');
    await run(ann, 'ann', ['team', 'worker', '--once']);
    expect(await run(ann, 'ann', ['team', 'status'])).not.toContain('local');
    expect(await run(ann, 'ann', ['team', 'audit'])).toContain('embedder use');

    const list = async (who: string) =>
      (
        JSON.parse(await run(ben, who, ['claims', 'list', '--team', '--json'])) as {
          claims: { claim_id: string; source_text: string; status: string; subject: string }[];
        }
      ).claims;
    const before = await list('ben');
    const claim = before.find(({ source_text }) => source_text?.includes('30 litres'));
    expect(claim?.status).toBe('current');

    // Ann's own notes do not change the team's claims.
    await ann.write(
      'users/ann/mine.md',
      '---\ncreated: 2026-05-01\n---\nThe capacity of Pump Nine is 60 litres.\n',
    );
    await run(ann, 'ann', ['team', 'push']);
    await run(ann, 'ann', ['team', 'worker', '--once']);
    expect(await list('ben')).toEqual(before);
    expect(JSON.stringify(await list('ann'))).toContain('60 litres');
    for (const argv of [['timeline', claim?.subject ?? ''], ['stale'], ['contradictions'], ['decisions']])
      expect(await run(ben, 'ben', [...argv, '--team'])).not.toContain('60 litres');
    expect(await run(ben, 'ben', ['timeline', claim?.subject ?? '', '--team'])).toContain('30 litres');
    expect(await run(ben, 'ben', ['decisions', '--team'])).toContain('two pumps');

    const verify = (answer: string, code: number) =>
      runInProcess(['verify', '--team', '-'], { cwd: ben.folder, env: as('ben'), stdin: answer }).then(
        (done) => {
          expect([done.code, done.stderr]).toEqual([code, expect.any(String)]);
          return done.stdout;
        },
      );
    await verify(`The capacity of Pump Nine is 30 litres [claim:${claim?.claim_id}].`, 0);
    await verify(`The capacity of Pump Nine is 90 litres [claim:${claim?.claim_id}].`, 1);
    const told = await run(ben, 'ben', ['query', 'What is the capacity of Pump Nine?', '--team']);
    expect(told).toContain('30 litres');
    // Without a model a page of passages is shown, without check marks.
    expect(told).toContain('pump.md:');
    expect(told).not.toContain('60 litres');
    const found = JSON.parse(
      await run(ben, 'ben', ['query', 'capacity of Pump Nine', '--team', '--claims', '--json']),
    ) as { hits: { claim_id: string }[]; degraded: boolean };
    expect([found.degraded, found.hits.map(({ claim_id }) => claim_id)]).toEqual([
      false,
      expect.arrayContaining([claim?.claim_id]),
    ]);
    await run(ben, 'ben', ['query', 'Who painted the old lighthouse?', '--team'], 1);
    expect((await ben.run(['report', '--team'], { env: as('ben') })).stderr).toContain('--output');
    await run(ben, 'ben', ['report', '--team', '--output', 'team.html']);
    const page = await readFile(join(ben.folder, 'team.html'), 'utf8');
    expect([page.includes('30 litres'), page.includes('60 litres')]).toEqual([true, false]);
    const hers = (await list('ann')).find(({ source_text }) => source_text?.includes('60 litres'));
    await verify(`The capacity of Pump Nine is 60 litres [claim:${hers?.claim_id}].`, 1);

    expect(await run(ben, 'ben', ['team', 'pull'])).toContain('pulled   pump.md');
    expect(await readFile(join(ben.vault, 'pump.md'), 'utf8')).toBe(NOTES['pump.md']);
    expect(await run(ben, 'ben', ['team', 'pull'])).not.toContain('pulled ');
    // A missing folder is created once the database has been reached. An existing file in its place stays,
    // and push creates no folder.
    const anew = join(ben.folder, 'shared', 'anew');
    const move = (act: string, vault: string, env: Record<string, string> = as('ben')) =>
      runInProcess(['team', act, '--vault', vault], { cwd: ben.folder, env });
    const gone = { ...as('ben'), MEMORA_TEAM_DATABASE: 'postgresql://a@127.0.0.1:1/team' };
    for (const refused of [await move('pull', anew, gone), await move('push', anew)])
      expect([refused.code !== 0, existsSync(join(ben.folder, 'shared'))]).toEqual([true, false]);
    const made = await move('pull', anew);
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('pulled   pump.md')]);
    const taken = join(anew, 'pump.md');
    const refused = await move('pull', taken);
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('pump.md is not a folder')]);
    expect(await readFile(taken, 'utf8')).toBe(NOTES['pump.md']);
    await ben.write('pump.md', `${NOTES['pump.md']}\nIt is green.\n`);
    await run(ben, 'ben', ['team', 'push']);
    await ann.write('pump.md', `${NOTES['pump.md']}\nIt is blue.\n`);
    const moved = await ann.run(['team', 'push'], { env: as('ann') });
    expect([moved.code !== 0, moved.stderr]).toEqual([true, expect.stringContaining('"pump.md"')]);
    expect(await run(ann, 'ann', ['team', 'pull'])).toContain('both     pump.md');
    expect(await readFile(join(ann.vault, 'pump.md'), 'utf8')).toContain('blue');
    expect(await readFile(join(ann.vault, 'pump.theirs.md'), 'utf8')).toContain('green');
    await rm(join(ann.vault, 'pump.theirs.md'));
    await run(ann, 'ann', ['team', 'push']);

    await run(ann, 'ann', ['team', 'promote', 'mine.md']);
    await run(ann, 'ann', ['team', 'worker', '--once']);
    expect(JSON.stringify(await list('ben'))).toContain('60 litres');

    // Agents remember through a server. The log of what they learned is in the database.
    server.psql(
      "UPDATE memora.version SET memories = 'mem_k3f9q2x7m1ab', code = 'new' WHERE path = 'mine.md' AND scope = (SELECT id FROM memora.scope WHERE owner = 'ann')",
      'team',
    );
    const learned = await run(ann, 'ann', ['team', 'learned', '--scope', 'user']);
    expect(learned).toMatch(/Z {2}ann {2}push \(new\) {2}mem_k3f9q2x7m1ab {2}@me\/mine\.md\n/u);
    expect(await run(ben, 'ben', ['team', 'learned'])).toBe('');
    await run(ann, 'ann', ['team', 'scope', 'close', 'ann']);
    await run(ann, 'ann', ['team', 'scope', 'export', 'ann', '--output', 'left']);
    const lines = (await readFile(join(ann.folder, 'left', '_learned.jsonl'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ ids: ['mem_k3f9q2x7m1ab'], path: 'mine.md', version: 1 }),
    ]);
    await run(ann, 'ann', ['team', 'scope', 'reopen', 'ann']);

    const doctor = await ben.run(['doctor', '--team'], { env: as('ben') });
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('backup_horizon')]);
    // Debian 12's server has no pgvector; another one may have it.
    expect(doctor.stdout).toMatch(/vectors .*pgvector/);
    expect((await ben.run(['doctor', '--team'], { env: as('mallory') })).stdout).toContain('not a member');
    await run(ann, 'ann', ['team', 'erase', 'plan.md']);
    expect(JSON.stringify(await list('ben'))).not.toContain('two pumps');
    expect((await ben.run(['team', 'erase', 'pump.md'], { env: as('ben') })).stderr).toContain('allow');

    // Bytes that were changed in the database are shown to nobody and verify nothing.
    server.psql(
      "UPDATE memora.blob SET bytes = bytes || 'x'::bytea WHERE encode(bytes, 'escape') LIKE '%30 litres%'",
      'team',
    );
    const altered = await runInProcess(['verify', '--team', '-'], {
      cwd: ben.folder,
      env: as('ben'),
      stdin: `The capacity of Pump Nine is 30 litres [claim:${claim?.claim_id}].`,
    });
    expect(altered.code).not.toBe(0);
    server.psql('DROP POLICY ask_select ON memora.claim', 'team');
    expect((await ben.run(['claims', 'list', '--team'], { env: as('ben') })).stderr).toContain(
      'ask_select of claim',
    );
  });
});
