import { startServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { expect, it } from 'vitest';
import { pushFolder } from '../notes/push-folder.ts';
import { runWorkerOnce } from '../publish/run-worker.ts';
import { openTeamRetriever } from '../retrieve/open-team-retriever.ts';
import { addMember, addUserScope } from '../team/members.ts';
import { openTeamDatabase } from '../team/open-team-database.ts';
import { setupTeam, WORKSPACE } from '../testing-fixtures/setup-team.ts';
import { startPooler, whyNoPooler } from '../testing-fixtures/start-pooler.ts';
import { readAddress } from './read-address.ts';

const reason = whyNoServer() ?? whyNoPooler();
const PEOPLE = Array.from({ length: 20 }, (_, i) => `p${i}`);

it.skipIf(reason !== null)(
  `keeps twenty principals apart over two connections of a pooler${reason === null ? '' : ` (${reason})`}`,
  async () => {
    await using server = await startServer();
    await using team = await setupTeam(server);
    await using pooler = await startPooler(server, 2);
    for (const name of PEOPLE) {
      await addMember(team.as('ann'), { principal: name, isGroup: false, role: 'writer' });
      await addUserScope(team.as('ann'), name);
      const root = team.folder({ [`users/${name}/own.md`]: `Pump of ${name} runs at 40 bar.\n` });
      await pushFolder({ ...team.as(name), root });
    }
    await runWorkerOnce({ ...team.as('ann'), folder: team.folder() });
    const address = readAddress({ url: pooler.url(team.database), from: 'flag', env: TEAM_ENV });
    await using database = await openTeamDatabase(address, { connections: 20 });
    const asked = await Promise.all(
      PEOPLE.flatMap((name) => [name, name, name]).map(async (name) => {
        const retriever = openTeamRetriever({
          source: database.source,
          principal: { name },
          workspace: WORKSPACE,
        });
        const { hits } = await retriever.query('How fast does the pump run?', { k: 30 });
        return [name, hits.map(({ snippet }) => /p\d+/.exec(snippet)?.[0])];
      }),
    );
    expect(asked).toEqual(PEOPLE.flatMap((name) => [name, name, name]).map((name) => [name, [name]]));
  },
  60_000,
);
