import { readFileSync } from 'node:fs';
import { compileTeamQueries, rowQueriesOf } from '@memora/claims/queries';
import { describe, expect, it } from 'vitest';
import type { OwnRows } from '../schema/tables/own-tables.ts';
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

it('writes the conditions of a query in their order, with a parameter where one is compared', () => {
  const { read, put } = rowQueriesOf<OwnRows>();
  const queries = {
    put: put('member', ['workspace', 'principal', 'role'], ['workspace', 'principal']),
    read: read('head', ['path'], ['scope any', 'hash set', 'print null', 'path >', 'limit'], ['path desc']),
  };
  expect(JSON.parse(compileTeamQueries(queries))).toEqual({
    put: 'insert into memora.member (workspace, principal, role) values ($1, $2, $3) on conflict (workspace, principal) do update set role = excluded.role',
    read: 'select path from memora.head where scope = any($1) and hash is not null and print is null and path > $2 order by path desc limit $3',
  });
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
