import { describe, expect, it } from 'vitest';
import { setupTeam } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { checkDatabase } from './check-database.ts';
import { migrateTeam, TEAM_SCHEMA } from './migrate.ts';

const server = useServer();

describe.skipIf(noServer !== null)(
  `the repair of a team's schema${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('drops a function that an earlier version left, and leaves one of somebody else to an administrator', async () => {
      await using team = await setupTeam(server());
      const make = (name: string) =>
        server().psql(
          `CREATE FUNCTION memora.${name}(int[], text) RETURNS int LANGUAGE sql AS 'SELECT 1'`,
          team.database,
        );
      const refusal = () =>
        checkDatabase(team.source).then(
          () => null,
          (error: Error) => error.message,
        );
      make('ask_formerly');
      server().psql('ALTER FUNCTION memora.ask_formerly OWNER TO memora_owner', team.database);
      expect(await refusal()).toContain('ask_formerly');
      expect(await migrateTeam(team.owner, { repair: true })).toBe(TEAM_SCHEMA);
      expect(await refusal()).toBeNull();
      make('of_somebody');
      await migrateTeam(team.owner, { repair: true });
      expect(await refusal()).toContain('of_somebody');
    });
  },
);
