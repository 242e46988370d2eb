import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { addMember, listMembers } from '../team/members.ts';
import { openTeamDatabase } from '../team/open-team-database.ts';
import { initTeam, migrateTeam, TEAM_SCHEMA } from './migrate.ts';

const reason = whyNoServer();
describe.skipIf(reason !== null)(`a database of a provider${reason === null ? '' : ` (${reason})`}`, () => {
  let server: TestServer;
  const at = (login: string) =>
    readAddress({ url: server.url('memory', login), from: 'flag', env: TEAM_ENV });

  beforeAll(async () => {
    server = await startServer();
    // As docs/team-operations.md says it: no superuser from here on.
    server.psql('CREATE ROLE memora_admin_login LOGIN CREATEROLE');
    server.psql('CREATE DATABASE memory OWNER memora_admin_login');
  }, 120_000);
  afterAll(async () => server?.[Symbol.asyncDispose]());

  it('is set up, brought up to date and used without a superuser', async () => {
    const boss = openPool(at('memora_admin_login'));
    try {
      await boss.withConnection((db) => db.run('CREATE ROLE memora_app LOGIN NOINHERIT'));
      await initTeam(boss, { workspace: 'acme', admin: 'ann', login: 'memora_app', signingKey: TEAM_KEY });
      expect(await migrateTeam(boss, { repair: true })).toBe(TEAM_SCHEMA);
    } finally {
      await boss.close();
    }
    await using database = await openTeamDatabase(at('memora_app'));
    const acting = { source: database.source, principal: { name: 'ann' }, workspace: 'acme' };
    await addMember(acting, { principal: 'ben', isGroup: false, role: 'reader' });
    expect((await listMembers(acting)).map(({ principal }) => principal)).toEqual(['ann', 'ben']);
    // Whoever sets it up owns it, and is refused for all else.
    await expect(openTeamDatabase(at('memora_admin_login'))).rejects.toMatchObject({
      code: 'TEAM_LOGIN_TOO_STRONG',
    });
  });
});
