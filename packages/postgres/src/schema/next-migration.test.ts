import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushFolder } from '../notes/push-folder.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { createClaimReader } from '../read/create-claim-reader.ts';
import { setupTeam, type TestTeam } from '../testing-fixtures/setup-team.ts';
import { checkDatabase } from './check-database.ts';
import { MIGRATIONS, migrateTeam, readSchema, TEAM_SCHEMA } from './migrate.ts';

/** What the next migration may do: a column, an index, a value for rows that are there. */
const NEXT = [
  ...MIGRATIONS,
  `
ALTER TABLE memora.claim ADD COLUMN mood text COLLATE "C";
CREATE INDEX claim_by_mood ON memora.claim (scope, mood) WHERE mood IS NOT NULL;
UPDATE memora.claim SET mood = 'calm';
`,
];

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `the migration after this version${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    let team: TestTeam;
    let reader: ReturnType<typeof createClaimReader>;
    const schema = () => team.owner.withConnection(readSchema);

    beforeAll(async () => {
      server = await startServer();
      team = await setupTeam(server);
      const ben = team.as('ben');
      const scope = await team.scope('workspace');
      await pushFolder({ ...ben, root: team.folder({ 'a.md': 'The hall has 3 doors.\n' }) });
      await workOnScope({ ...ben, scope, folder: team.folder() });
      reader = createClaimReader({ ...ben, scope });
    }, 120_000);
    afterAll(async () => {
      await team?.[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
    });

    it('leaves a database as it was where it fails half way', async () => {
      const failing = [
        ...MIGRATIONS,
        'ALTER TABLE memora.claim ADD COLUMN mood text; SELECT none FROM memora.none',
      ];
      await expect(migrateTeam(team.owner, { migrations: failing })).rejects.toThrow();
      expect(await schema()).toBe(TEAM_SCHEMA);
      expect(await checkDatabase(team.source)).toBe(TEAM_SCHEMA);
    });

    it('is run once by whoever of two comes first, over rows that stay', async () => {
      // A program of the next schema reads this one meanwhile.
      expect(await checkDatabase(team.source, TEAM_SCHEMA + 1)).toBe(TEAM_SCHEMA);
      const next = { migrations: NEXT };
      expect(await Promise.all([migrateTeam(team.owner, next), migrateTeam(team.owner, next)])).toEqual([
        TEAM_SCHEMA + 1,
        TEAM_SCHEMA + 1,
      ]);
      expect(await reader.countClaims()).toBe(1);
      expect(server.psql('SELECT count(*), max(mood) FROM memora.claim', team.database)).toBe('1|calm');
      expect(await checkDatabase(team.source, TEAM_SCHEMA + 1)).toBe(TEAM_SCHEMA + 1);
    });

    it('makes a database that this version refuses, with what to do', async () => {
      const refused = expect.objectContaining({
        code: 'TEAM_SCHEMA_NEWER',
        hint: expect.stringMatching(/^Update Memora\..*memora team init/),
      });
      await expect(checkDatabase(team.source)).rejects.toEqual(refused);
      await expect(migrateTeam(team.owner)).rejects.toEqual(refused);
    });

    it('makes a database that a program two schemas later does not read', async () => {
      await expect(checkDatabase(team.source, TEAM_SCHEMA + 3)).rejects.toMatchObject({
        code: 'TEAM_SCHEMA_OLDER',
        hint: expect.stringContaining('memora team migrate'),
      });
    });
  },
);
