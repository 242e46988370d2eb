import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import {
  type ConnectionSource,
  initTeam,
  openPool,
  openTeamDatabase,
  pushFolder,
  readAddress,
  runWorkerOnce,
  type TeamDatabase,
} from '@memora/postgres';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { startStandby, type TestStandby } from '@memora/testing-fixtures/start-standby';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTeamMemory } from './open-team-memory.ts';
import type { TeamMemory } from './team-memory.ts';

const QUESTION = 'How fast does Pump Nine run?';
const reason = whyNoServer();
describe.skipIf(reason !== null)(`a read replica${reason === null ? '' : ` (${reason})`}`, () => {
  let server: TestServer;
  let standby: TestStandby;
  let database: TeamDatabase;
  let ann: TeamMemory;
  let lent = 0;
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'memora-replica-')));
  const [root, disk] = folders as [string, string];
  const addressOf = (at: { url: TestServer['url'] }, login?: string) =>
    readAddress({ url: at.url('followed', login), from: 'flag', env: TEAM_ENV });
  const publish = async (text: string) => {
    writeFileSync(join(root, 'pump.md'), `# Pump Nine\n\n${text}\n`);
    const hash = await loadBlake3();
    const acting = { source: database.source, principal: { name: 'ann' }, workspace: 'acme' };
    await pushFolder({ ...acting, hash, codec: undefined, root, database: 'followed' });
    await runWorkerOnce({ ...acting, hash, codec: undefined, folder: disk, database: 'followed' });
  };
  const epochOf = ({ psql }: Pick<TestServer, 'psql'>) =>
    Number(psql("SELECT epoch FROM memora.scope WHERE kind = 'workspace'", 'followed'));
  const untilFollowed = async () => {
    while (epochOf(standby) < epochOf(server)) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  /** The number of requests to the replica meanwhile. */
  const lentIn = async (work: () => Promise<unknown>) => {
    const before = lent;
    await work();
    return lent - before;
  };

  beforeAll(async () => {
    server = await startServer(['wal_level=replica', 'max_wal_senders=4']);
    server.psql('CREATE DATABASE followed');
    server.psql('CREATE ROLE app LOGIN NOINHERIT');
    const owner = openPool(addressOf(server));
    await initTeam(owner, { workspace: 'acme', admin: 'ann', login: 'app', signingKey: TEAM_KEY });
    await owner.close();
    standby = await startStandby(server);
    const pool = openPool(addressOf(standby, 'app'));
    const replica: ConnectionSource = {
      ...pool,
      withConnection: (work, options) => {
        lent++;
        return pool.withConnection(work, options);
      },
    };
    database = await openTeamDatabase(addressOf(server, 'app'), { replica });
    await publish('Pump Nine runs at 40 bar.');
    await untilFollowed();
    ann = await (await openTeamMemory({ database, workspace: 'acme', env: {} })).as({ name: 'ann' });
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await standby?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
    for (const each of folders) rmSync(each, { recursive: true, force: true });
  });

  it('answers questions, and one that is behind what was asked for leaves them to the database', async () => {
    expect(
      await lentIn(async () => expect((await ann.ask(QUESTION)).cleanText).toContain('40 bar')),
    ).not.toBe(0);
    standby.psql('SELECT pg_wal_replay_pause()');
    await publish('Pump Nine runs at 60 bar.');
    const wanted = { workspace: epochOf(server) };
    // The replica reports its own delay.
    expect(await ann.ask(QUESTION)).toMatchObject({
      cleanText: expect.stringContaining('40 bar'),
      epochs: { workspace: wanted.workspace - 1 },
    });
    expect(await ann.ask(QUESTION, { waitFor: wanted, deadline: 0 })).toMatchObject({
      cleanText: expect.stringContaining('60 bar'),
      epochs: wanted,
    });
    standby.psql('SELECT pg_wal_replay_resume()');
    await untilFollowed();
    const asked = () => ann.query(QUESTION, { waitFor: wanted, deadline: 0 });
    expect(await lentIn(async () => expect((await asked()).epochs).toMatchObject(wanted))).toBeGreaterThan(1);
  });

  it('may be away: the database is asked then, and it again once it is back', async () => {
    await standby.stop();
    expect((await ann.ask(QUESTION)).cleanText).toContain('60 bar');
    const other = await openTeamDatabase(addressOf(server, 'app'), { replica: addressOf(standby, 'app') });
    const memories = await openTeamMemory({ database: other, workspace: 'acme', env: {} });
    expect((await (await memories.as({ name: 'ann' })).ask(QUESTION)).cleanText).toContain('60 bar');
    await other.close();
  });
});
