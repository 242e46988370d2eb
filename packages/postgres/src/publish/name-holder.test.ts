import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pushFolder } from '../notes/push-folder.ts';
import { setupTeam } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { nameHolder } from './name-holder.ts';
import { workOnScope } from './scope-worker.ts';

const server = useServer();
const CHILD = fileURLToPath(new URL('../testing-fixtures/holder-child.ts', import.meta.url));

describe.skipIf(noServer !== null)(
  `the name of a worker on a real server${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('goes to the next worker of its folder, which need not wait for the lease of one that was killed', async () => {
      await using team = await setupTeam(server());
      const ben = team.as('ben');
      const scope = await team.scope('workspace');
      await pushFolder({ ...ben, root: team.folder({ 'a.md': 'Pump Nine runs at 40 bar.\n' }) });
      const folder = team.folder();
      const url = server().url(team.database, 'app');
      const child = spawn(
        process.execPath,
        ['--conditions=memora-source', CHILD, url, String(scope), folder],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const [said] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
      using holder = nameHolder(folder);
      const work = () => workOnScope({ ...ben, scope, folder, holder: holder.name() });
      expect(holder.name()).not.toBe(said.trim());
      await expect(work()).rejects.toMatchObject({ code: 'TEAM_SCOPE_HELD' });
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(holder.name()).toBe(said.trim());
      expect((await work()).epoch).toBe(1);
    });

    it('is given to one at a time, in one process too, and to none of another folder', async () => {
      await using team = await setupTeam(server());
      const folder = team.folder();
      const first = nameHolder(folder);
      const name = first.name();
      using second = nameHolder(folder);
      expect([first.name(), second.name() === name]).toEqual([name, false]);
      first[Symbol.dispose]();
      expect(second.name()).toBe(name);
      using other = nameHolder(team.folder());
      expect(other.name()).not.toBe(name);
    });
  },
);
