import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { createClaimReader } from '../read/create-claim-reader.ts';
import { addMember, listMembers } from '../team/members.ts';
import { openTeamDatabase } from '../team/open-team-database.ts';
import { setupTeam } from '../testing-fixtures/setup-team.ts';
import { checkDatabase } from './check-database.ts';
import { initTeam, migrateTeam, TEAM_SCHEMA } from './migrate.ts';

const reason = whyNoServer();
describe.skipIf(reason !== null)(`a database of a provider${reason === null ? '' : ` (${reason})`}`, () => {
  let server: TestServer;
  const at = (login: string) =>
    readAddress({ url: server.url('memory', login), from: 'flag', env: TEAM_ENV });

  beforeAll(async () => {
    server = await startServer();
    // As in docs/team-operations.md: no superuser from here on.
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
    // The person who sets it up owns it, and is refused in every other role.
    await expect(openTeamDatabase(at('memora_admin_login'))).rejects.toMatchObject({
      code: 'TEAM_LOGIN_TOO_STRONG',
    });
  });

  it('answers from tables in parts, beside tables of others, and refuses a part that a login reaches', async () => {
    await using team = await setupTeam(server);
    const ben = team.as('ben');
    const scope = await team.scope('workspace');
    const publish = async (notes: Readonly<Record<string, string>>) => {
      await pushFolder({ ...ben, root: team.folder(notes) });
      await workOnScope({ ...ben, scope, folder: team.folder() });
    };
    await publish({ 'a.md': 'The hall has 3 doors.\n' });
    const reader = createClaimReader({ ...ben, scope });
    server.psql(
      `CREATE TABLE memora.claim_in_parts (LIKE memora.claim INCLUDING ALL) PARTITION BY HASH (scope);
       CREATE TABLE memora.claim_0 PARTITION OF memora.claim_in_parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
       CREATE TABLE memora.claim_1 PARTITION OF memora.claim_in_parts FOR VALUES WITH (MODULUS 2, REMAINDER 1);
       CREATE TABLE memora.head_in_parts (LIKE memora.head INCLUDING ALL) PARTITION BY LIST (scope);
       CREATE TABLE memora.head_rest PARTITION OF memora.head_in_parts DEFAULT;
       INSERT INTO memora.claim_in_parts SELECT * FROM memora.claim;
       INSERT INTO memora.head_in_parts SELECT * FROM memora.head;
       DROP TABLE memora.claim, memora.head;
       ALTER TABLE memora.claim_in_parts RENAME TO claim;
       ALTER TABLE memora.head_in_parts RENAME TO head;
       ALTER TABLE memora.claim OWNER TO memora_owner;
       ALTER TABLE memora.head OWNER TO memora_owner;
       ALTER TABLE memora.claim_0 OWNER TO memora_owner;
       ALTER TABLE memora.claim_1 OWNER TO memora_owner;
       ALTER TABLE memora.head_rest OWNER TO memora_owner;
       CREATE TABLE memora.claim_archive (LIKE memora.claim);
       CREATE VIEW memora.counts AS SELECT count(*) FROM memora.claim;`,
      team.database,
    );
    await expect(checkDatabase(team.source)).rejects.toMatchObject({ code: 'TEAM_POLICIES_ALTERED' });
    await migrateTeam(team.owner, { repair: true });
    expect(await checkDatabase(team.source)).toBe(TEAM_SCHEMA);
    expect(await reader.countClaims()).toBe(1);
    await publish({ 'b.md': 'The roof has 5 tiles.\n' });
    expect(await reader.countClaims()).toBe(2);
    for (const right of [
      'SELECT ON memora.claim_0',
      'SELECT ON memora.counts',
      'INSERT ON memora.claim_archive',
    ]) {
      server.psql(`GRANT ${right} TO memora_ask`, team.database);
      await expect(checkDatabase(team.source), right).rejects.toMatchObject({
        code: 'TEAM_POLICIES_ALTERED',
      });
      server.psql(`REVOKE ${right} FROM memora_ask`, team.database);
    }
    server.psql(
      'CREATE TRIGGER extra BEFORE UPDATE ON memora.claim_1 FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
      team.database,
    );
    await expect(checkDatabase(team.source)).rejects.toMatchObject({ code: 'TEAM_POLICIES_ALTERED' });
    server.psql('DROP TRIGGER extra ON memora.claim_1', team.database);
    expect(await checkDatabase(team.source)).toBe(TEAM_SCHEMA);
  });
});
