import { startServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { pushFolder } from '../notes/push-folder.ts';
import { workOnScope } from '../publish/scope-worker.ts';
import { setupTeam, WORKSPACE, writeNote } from './setup-team.ts';

/** A server with a workspace's notes, for a command that queries it. */
interface BenchNotes extends AsyncDisposable {
  /** The environment for a command to ask as a member, over the server's socket. */
  readonly env: Readonly<Record<string, string>>;
}

/** Publishes notes by path. */
export async function openBenchNotes(notes: Readonly<Record<string, string>>): Promise<BenchNotes> {
  const server = await startServer(['shared_buffers=256MB']);
  const team = await setupTeam(server);
  const root = team.folder();
  for (const [path, text] of Object.entries(notes)) writeNote(root, path, text);
  const as = team.as('ben');
  await pushFolder({ ...as, root });
  await workOnScope({ ...as, scope: await team.scope('workspace'), folder: team.folder() });
  server.psql('UPDATE memora.scope SET epoch = 1 WHERE epoch = 0', team.database);
  server.psql('VACUUM ANALYZE', team.database);
  return {
    env: {
      ...TEAM_ENV,
      MEMORA_TEAM_DATABASE: server.url(team.database, 'app'),
      MEMORA_TEAM_WORKSPACE: WORKSPACE,
      MEMORA_TEAM_PRINCIPAL: 'eve',
    },
    [Symbol.asyncDispose]: async () => {
      await team[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
