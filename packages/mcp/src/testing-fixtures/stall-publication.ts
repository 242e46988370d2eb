import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPool, openTeamDatabase, openTeamSealing, pushFolder, readAddress } from '@memora/postgres';
import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import { type McpTeam, WORKSPACE } from './setup-team.ts';

/** A push whose publication has begun, and does not finish until it is released. */
interface StalledPublication extends AsyncDisposable {
  readonly isPublished: () => boolean;
  readonly letGo: () => Promise<void>;
}

/** Pushes a long note into a user's own scope, and blocks the worker that has begun with it: the epoch can't be set. */
export async function stallPublication(
  server: TestServer,
  team: McpTeam,
  who: string,
): Promise<StalledPublication> {
  const at = (login?: string) =>
    readAddress({ url: server.url(team.name, login), from: 'flag', env: team.env });
  const database = await openTeamDatabase(at('app'), { connections: 1 });
  const root = join(team.folder, 'long');
  mkdirSync(join(root, 'users', who), { recursive: true });
  const lines = Array.from({ length: 900 }, (_, i) => `The pump ${i} of the hall has ${i} valves.\n`);
  writeFileSync(join(root, 'users', who, 'long.md'), `# Plant\n\n${lines.join('\n')}`);
  const { hash } = await openTeamSealing({ env: team.env, cwd: team.folder });
  await pushFolder({
    ...{ source: database.source, principal: { name: who }, workspace: WORKSPACE },
    ...{ database: team.name, hash, codec: undefined, root },
  });
  await database.close();
  const owner = openPool(at(), { connections: 1 });
  const done = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const scope = `memora.scope WHERE owner = '${who}'`;
  const holding = owner.withConnection(async (db) => {
    while ((await db.rows(`SELECT 1 FROM ${scope} AND leased_until IS NOT NULL`)).length === 0) await wait(5);
    await db.rows('BEGIN');
    await db.rows(`SELECT 1 FROM ${scope} FOR UPDATE`);
    held.resolve();
    await done.promise;
    await db.rows('COMMIT');
  });
  await held.promise;
  const letGo = async () => {
    done.resolve();
    await holding;
  };
  return {
    letGo,
    isPublished: () => server.psql(`SELECT epoch > 0 FROM ${scope}`, team.name) === 't',
    [Symbol.asyncDispose]: async () => {
      await letGo();
      await owner.close();
    },
  };
}
