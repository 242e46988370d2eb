import { readFileSync } from 'node:fs';
import { compileTeamQueries } from '@memora/claims/queries';
import { describe, expect, it } from 'vitest';
import { setupTeam } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { teamQueries } from './team-queries.ts';
import { from } from './team-rows.ts';

const written = readFileSync(new URL('team-queries.json', import.meta.url), 'utf8');

it('holds the text of the typed queries as they are now (`pnpm references`)', () => {
  expect(written).toBe(compileTeamQueries(teamQueries));
});

it('refuses a constant that is no part of the text of its query', () => {
  const limited = () => from.selectFrom('scope').select('id').limit(1);
  expect(() => compileTeamQueries({ limited })).toThrow('the query limited has a constant');
});

const server = useServer();

describe.skipIf(noServer !== null)(
  `the queries of a team${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('are understood by PostgreSQL over the described tables, query by query', async () => {
      await using team = await setupTeam(server());
      const texts = Object.entries(JSON.parse(written) as Record<string, string>);
      const refused = await team.owner.withConnection(async (db) => {
        const names: string[] = [];
        for (const [name, text] of texts)
          await db.run(`PREPARE p AS ${text}; DEALLOCATE p`).catch((error: { cause?: Error }) => {
            names.push(`${name}: ${String(error.cause?.message)}`);
          });
        return names;
      });
      expect(refused).toEqual([]);
    });
  },
);
