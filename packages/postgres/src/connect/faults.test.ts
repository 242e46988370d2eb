import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretCodec } from '@memora/privacy/keyring';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promoteNote } from '../notes/promote-note.ts';
import { pullFolder } from '../notes/pull-folder.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { readTeamNote } from '../notes/read-note.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { createClaimReader } from '../read/create-claim-reader.ts';
import { initTeam, migrateTeam, TEAM_SCHEMA } from '../schema/migrate.ts';
import { openTeamDatabase } from '../team/open-team-database.ts';
import { type Cut, openProxy, type TestProxy } from '../testing-fixtures/open-proxy.ts';
import { setupTeam, type TestTeam, WORKSPACE, writeNote } from '../testing-fixtures/setup-team.ts';
import type { ConnectionSource } from './connection.ts';
import { openPool } from './open-pool.ts';
import { readAddress } from './read-address.ts';
import { inTransaction, transactionAs } from './transaction-as.ts';

const reason = whyNoServer();
let server: TestServer;
let team: TestTeam;
let proxy: TestProxy;
/** The team's database behind the proxy. */
let cuttable: ConnectionSource;
beforeAll(async () => {
  if (reason !== null) return;
  server = await startServer();
  team = await setupTeam(server);
  proxy = await openProxy(server.socket, server.port);
  cuttable = openTo(`postgresql://app@127.0.0.1:${proxy.port}/${team.database}`);
});
afterAll(async () => {
  await cuttable?.close();
  await proxy?.[Symbol.asyncDispose]();
  await team?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

function openTo(url: string, connections = 4): ConnectionSource {
  return openPool(readAddress({ url, from: 'flag', env: TEAM_ENV }), { connections });
}

/** Two transactions that wait for each other. */
function meeting(): () => Promise<void> {
  let come = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    come++;
    if (come === 2) resolve();
    return promise;
  };
}

const ann = { role: 'write', principal: { name: 'ann' }, workspace: WORKSPACE } as const;
const says = (code: string, hint: RegExp) =>
  expect.objectContaining({ code, hint: expect.stringMatching(hint), message: expect.any(String) });

describe.skipIf(reason !== null)(`faults of a real server${reason === null ? '' : ` (${reason})`}`, () => {
  it('goes on where the last words to a connection fail as it is lent again', async () => {
    const one = openTo(server.url(team.database, 'app'), 1);
    for (let turn = 0; turn < 20; turn++) {
      const pid = await one.withConnection(async (db) => {
        const [row] = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        return row?.pid ?? 0;
      });
      await one.withConnection(async (db) => {
        // Nothing else runs in this process meanwhile, so the end is not noticed before the last words are
        // sent.
        server.psql(`SELECT pg_terminate_backend(${pid}, 5000)`);
        db.query('COMMIT').catch(() => undefined);
      });
      // Lent in the same turn in which the words are sent and fail.
      await one.withConnection((db) => db.query('SELECT 1')).catch(() => null);
    }
    expect(await one.withConnection((db) => db.query('SELECT 1 AS is'))).toEqual([{ is: 1 }]);
    await one.close();
  });

  it('says that a server is down, writes nothing, and goes on once it is back', async () => {
    const folder = team.folder({ 'down.md': 'Pump Nine runs at 40 bar.\n' });
    const ben = { ...team.as('ben'), source: cuttable, root: folder };
    proxy.close(true);
    await expect(openTeamDatabase(openTo(`postgresql://app@127.0.0.1:1/x`))).rejects.toEqual(
      says('TEAM_UNREACHABLE', /Check that the server runs/),
    );
    await expect(pushFolder(ben)).rejects.toMatchObject({ code: 'TEAM_UNREACHABLE' });
    proxy.close(false);
    expect((await pushFolder(ben)).written).toEqual(['down.md']);
    const scope = await team.scope('workspace');
    const work = { ...ben, scope, folder: team.folder() };
    const cut = workOnScope({
      ...work,
      now: () => {
        proxy.close(true);
        return new Date();
      },
    });
    await expect(cut).rejects.toMatchObject({ code: 'TEAM_UNREACHABLE' });
    proxy.close(false);
    // The lease of the interrupted worker expires by itself, so the test need not wait for it.
    server.psql('UPDATE memora.scope SET leased_until = NULL', team.database);
    expect((await workOnScope(work)).epoch).toBe(1);
  });

  it.each<[string, Cut, RegExp, boolean]>([
    ['before COMMIT', 'before', /^COMMIT|COMMIT\0/, false],
    ['in the middle of the rows', 'before', /INSERT INTO memora\.claim/, false],
    ['after COMMIT was sent', 'after', /^COMMIT|COMMIT\0/, true],
  ])('asks by the epoch whether a publication is in that was cut %s', async (name, how, where, isIn) => {
    const folder = team.folder();
    await pullFolder({ ...team.as('ben'), root: folder });
    writeNote(folder, `${name.length}.md`, `Room ${name.length} has ${name.length} chairs.\n`);
    await pushFolder({ ...team.as('ben'), root: folder });
    const scope = await team.scope('workspace');
    const epochOf = () =>
      Number(server.psql(`SELECT epoch FROM memora.scope WHERE id = ${scope}`, team.database));
    const before = epochOf();
    const disk = team.folder();
    let isPublishing = false;
    let isOver = false;
    proxy.decide = (bytes) => {
      const text = bytes.toString('latin1');
      isPublishing ||= /INSERT INTO memora\./.test(text);
      if (isOver || !isPublishing || !where.test(text)) return 'pass';
      isOver = true;
      return how;
    };
    const work = { ...team.as('ben'), source: cuttable, scope, folder: disk };
    const done = await workOnScope(work).catch((error: { code: string }) => error.code);
    proxy.decide = () => 'pass';
    expect(isOver).toBe(true);
    expect(epochOf()).toBe(before + (isIn ? 1 : 0));
    expect(done).toEqual(isIn ? expect.objectContaining({ epoch: before + 1 }) : 'TEAM_UNREACHABLE');
    server.psql('UPDATE memora.scope SET leased_until = NULL', team.database);
    expect((await workOnScope({ ...work, folder: team.folder() })).epoch).toBe(before + 1);
    const reader = createClaimReader({ ...team.as('ben'), scope });
    expect(await reader.countClaims({ notePath: `${name.length}.md` })).toBe(1);
  });

  it('names a conflict of serialisable writers (40001) and a deadlock (40P01)', async () => {
    const met = meeting();
    const serialisable = () =>
      inTransaction(
        team.owner,
        'BEGIN ISOLATION LEVEL SERIALIZABLE; SET LOCAL ROLE memora_owner',
        async (db) => {
          await db.rows('SELECT count(*) FROM memora.audit');
          await met();
          await db.rows("INSERT INTO memora.audit (workspace, principal, act) VALUES (1, 'x', 'x')");
        },
      );
    const ended = await Promise.allSettled([serialisable(), serialisable()]);
    expect(ended.map((each) => each.status === 'rejected' && each.reason)).toContainEqual(
      says('TEAM_CONFLICT', /Try again/),
    );
    const { id } = { id: await team.scope('workspace') };
    for (const path of ['one.md', 'two.md'])
      await transactionAs(team.source, ann, (db) =>
        db.rows('INSERT INTO memora.head (scope, path, version) VALUES ($1, $2, 1)', [id, path]),
      );
    const crossing = meeting();
    const cross = (first: string, second: string) =>
      transactionAs(team.source, ann, async (db) => {
        const touch = (path: string) =>
          db.rows('UPDATE memora.head SET version = version WHERE scope = $1 AND path = $2', [id, path]);
        await touch(first);
        await crossing();
        await touch(second);
      });
    const crossed = await Promise.allSettled([cross('one.md', 'two.md'), cross('two.md', 'one.md')]);
    expect(crossed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(crossed.map((each) => each.status === 'rejected' && each.reason)).toContainEqual(
      says('TEAM_CONFLICT', /Try again/),
    );
    server.psql("DELETE FROM memora.head WHERE path IN ('one.md', 'two.md')", team.database);
  });

  it('names what failed where only a statement behind it is waited for (25P02)', async () => {
    const asks = transactionAs(
      team.source,
      { ...ann, role: 'ask' },
      async (db) => {
        db.rows('SELECT pg_sleep(20)').catch(() => undefined);
        return await db.rows('SELECT 1');
      },
      { timeout: 20 },
    );
    await expect(asks).rejects.toMatchObject({ code: 'TEAM_TIMEOUT' });
  });

  it('names no connection left (53300), a wrong password (28P01), a statement too long (57014) and a read-only database (25006)', async () => {
    server.psql("CREATE ROLE narrow LOGIN PASSWORD 'right' CONNECTION LIMIT 0");
    const narrow = openTo(server.url(team.database, 'narrow'));
    await expect(narrow.withConnection(async () => undefined)).rejects.toEqual(
      says('TEAM_BUSY', /max_connections/),
    );
    await narrow.close();
    const wrong = openTo(`postgresql://narrow:wrong@127.0.0.1:${server.port}/${team.database}`);
    await expect(wrong.withConnection(async () => undefined)).rejects.toEqual(
      says('TEAM_LOGIN_REFUSED', /PGPASSFILE/),
    );
    await wrong.close();
    await expect(
      transactionAs(team.source, ann, (db) => db.rows('SELECT pg_sleep(20)'), { timeout: 20 }),
    ).rejects.toEqual(says('TEAM_TIMEOUT', /less to do/));
    await expect(
      transactionAs(team.source, { ...ann, role: 'ask' }, (db) =>
        db.rows("INSERT INTO memora.audit (workspace, principal, act) VALUES (1, 'ann', 'x')"),
      ),
    ).rejects.toEqual(says('TEAM_READ_ONLY', /primary/));
  });

  it('names a full disk, writes nothing then, and does it again once there is space', async () => {
    const place = team.folder();
    const disk = join(place, 'disk');
    mkdirSync(disk);
    const { uid, gid } = statSync(server.dataFolder);
    chmodSync(place, 0o755);
    const isOwn = canMount(disk);
    chownSync(disk, uid, gid);
    const folder = team.folder({ 'small.md': 'The hall has 3 doors.\n' });
    const ben = { ...team.as('ben'), root: folder };
    if (isOwn) {
      server.psql(`CREATE TABLESPACE small LOCATION '${disk}'`);
      server.psql('ALTER TABLE memora.blob SET TABLESPACE small', team.database);
    } else {
      // If nothing can be mounted, the table itself raises the server's error for a full disk.
      server.psql(
        `CREATE FUNCTION public.full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
         CREATE TRIGGER full_disk BEFORE INSERT ON memora.blob EXECUTE FUNCTION public.full()`,
        team.database,
      );
    }
    for (let i = 0; i < 12; i++)
      writeNote(
        folder,
        `big-${i}.md`,
        `${Array.from({ length: 60_000 }, () => Math.random().toString(36)[3] ?? 'x')
          .join('')
          .repeat(8)}\n`,
      );
    await expect(pushFolder(ben)).rejects.toEqual(says('TEAM_DISK_FULL', /Free space/));
    expect(server.psql("SELECT count(*) FROM memora.head WHERE path LIKE 'big-%'", team.database)).toBe('0');
    if (isOwn) {
      server.psql('ALTER TABLE memora.blob SET TABLESPACE pg_default', team.database);
      server.psql('DROP TABLESPACE small');
      execFileSync('umount', [disk]);
    } else server.psql('DROP TRIGGER full_disk ON memora.blob', team.database);
    expect((await pushFolder(ben)).written).toHaveLength(13);
    rmSync(folder, { recursive: true });
  });

  it('names a login without rights, and a schema that is newer', async () => {
    server.psql('CREATE ROLE stranger LOGIN');
    await expect(openTeamDatabase(openTo(server.url(team.database, 'stranger')))).rejects.toEqual(
      says('TEAM_RIGHTS_MISSING', /team init --login/),
    );
    server.psql('INSERT INTO memora.migration (number) VALUES (99)', team.database);
    const refused = expect.objectContaining({
      code: 'TEAM_SCHEMA_NEWER',
      hint: expect.stringMatching(/^Update Memora\./),
    });
    await expect(openTeamDatabase(openTo(server.url(team.database, 'app')))).rejects.toEqual(refused);
    await expect(migrateTeam(team.owner)).rejects.toEqual(refused);
    server.psql('DELETE FROM memora.migration WHERE number = 99', team.database);
  });

  it('has a worker say what to do where its schema is none that it writes', async () => {
    const database = `other_${process.pid}`;
    server.psql(`CREATE DATABASE ${database}`);
    const owner = openTo(server.url(database));
    await initTeam(owner, { workspace: WORKSPACE, admin: 'ann', login: 'app', signingKey: TEAM_KEY });
    const other = await openTeamDatabase(openTo(server.url(database, 'app')));
    expect(other.schema).toBe(TEAM_SCHEMA);
    const asking = { ...team.as('ann'), source: other.source };
    const folder = team.folder({ 'a.md': 'The hall has 3 doors.\n' });
    expect((await pushFolder({ ...asking, root: folder })).written).toEqual(['a.md']);
    const work = { ...asking, scope: 2, folder: team.folder() };
    server.psql('UPDATE memora.migration SET number = 0', database);
    await expect(workOnScope(work)).rejects.toEqual(says('TEAM_SCHEMA_OLDER', /team migrate/));
    server.psql(`UPDATE memora.migration SET number = ${TEAM_SCHEMA}`, database);
    expect((await workOnScope(work)).epoch).toBe(1);
    // Upgraded while a worker is already running.
    server.psql('INSERT INTO memora.migration (number) VALUES (99)', database);
    await expect(workOnScope(work)).rejects.toEqual(says('TEAM_SCHEMA_NEWER', /^Update Memora\./));
    await other.close();
    await owner.close();
  });

  it('needs no NOTIFY: a reader that heard nothing sees the next epoch when it asks', async () => {
    const scope = await team.scope('user', 'ben');
    const reader = createClaimReader({ ...team.as('ben'), scope });
    const before = await reader.revision();
    await pushFolder({ ...team.as('ben'), root: team.folder({ 'users/ben/own.md': 'Ida plays chess.\n' }) });
    await workOnScope({ ...team.as('ben'), scope, folder: team.folder() });
    expect(await reader.revision()).not.toBe(before);
    expect(await reader.countClaims()).toBe(1);
  });

  it('shows no bytes that somebody edited, and opens nothing sealed without the key', async () => {
    const codec = createSecretCodec(new Uint8Array(32).fill(7));
    const folder = team.folder({
      'users/eve/safe.md': '---\nprivacy: secret\n---\nThe code is heliotrope.\n',
      'users/eve/open.md': 'Ida plays chess.\n',
    });
    const eve = team.as('eve');
    await expect(pushFolder({ ...eve, root: folder })).rejects.toEqual(says('TEAM_KEY_MISSING', /key/i));
    await pushFolder({ ...eve, codec, root: folder });
    const scope = await team.scope('user', 'eve');
    const left = await workOnScope({ ...eve, scope, folder: team.folder() });
    expect(left.failures).toEqual([{ path: 'safe.md', code: 'TEAM_KEY_MISSING' }]);
    await expect(readTeamNote('@me/safe.md', eve)).rejects.toEqual(says('TEAM_KEY_MISSING', /key/i));
    expect(String(await readTeamNote('@me/safe.md', { ...eve, codec }))).toContain('heliotrope');
    const other = createSecretCodec(new Uint8Array(32).fill(8));
    await expect(readTeamNote('@me/safe.md', { ...eve, codec: other })).rejects.toMatchObject({
      code: 'TEAM_KEY_MISSING',
    });
    // The first secret note that writers share determines the team's key. With another key, nobody else could
    // open a pushed note.
    const ben = { ...team.as('ben'), codec };
    const shared = team.folder({ 'vault.md': '---\nprivacy: secret\n---\nThe vault is blue.\n' });
    await pushFolder({ ...ben, root: shared });
    for (const who of [team.as('ben'), eve]) {
      const mine = who === eve ? 'users/eve/mine.md' : 'mine.md';
      const root = team.folder({ [mine]: '---\nprivacy: secret\n---\nThe gate is red.\n' });
      await expect(pushFolder({ ...who, codec: other, root })).rejects.toEqual(
        says('TEAM_KEY_OTHER', /MEMORA_TEAM_KEY_FILE/),
      );
    }
    // If `team init` names another key, text that was sealed before is pushed again with it.
    await initTeam(team.owner, { workspace: WORKSPACE, admin: 'ann', sealKey: other.keyId });
    await expect(readTeamNote('vault.md', { ...ben, codec: other })).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`${codec.keyId}.*${other.keyId}`)),
    });
    expect((await pushFolder({ ...ben, codec: other, root: shared })).written).toEqual(['vault.md']);
    expect(String(await readTeamNote('vault.md', { ...ben, codec: other }))).toContain('blue');
    server.psql(`UPDATE memora.blob SET bytes = bytes || 'x'::bytea WHERE scope = ${scope}`, team.database);
    await expect(readTeamNote('@me/open.md', eve)).rejects.toEqual(says('TEAM_BLOB_ALTERED', /find out who/));
    const pulled = await pullFolder({ ...eve, codec, root: team.folder() });
    expect(
      pulled.skipped.filter(({ path }) => path.startsWith('users/eve/')).map(({ code }) => code),
    ).toEqual(['TEAM_BLOB_ALTERED', 'TEAM_BLOB_ALTERED']);
  });

  it('lets one of two places win that push the same note at once, and loses neither text', async () => {
    const [here, there] = [team.folder(), team.folder()];
    for (const root of [here, there]) await pullFolder({ ...team.as('ben'), root });
    writeNote(here, 'both.md', 'The gate weighs 12 tons.\n');
    writeNote(there, 'both.md', 'The gate weighs 15 tons.\n');
    const reports = await Promise.all([here, there].map((root) => pushFolder({ ...team.as('ben'), root })));
    expect(reports.map(({ written }) => written.length).sort()).toEqual([0, 1]);
    expect(reports.map(({ moved }) => moved.length).sort()).toEqual([0, 1]);
    const loser = reports[0]?.moved.length === 1 ? here : there;
    expect((await pullFolder({ ...team.as('ben'), root: loser })).both).toEqual(['both.md']);
    await expect(promoteNote('both.md', team.as('ben'))).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
  });
});

function canMount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=700', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
