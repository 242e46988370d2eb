import { TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { describe, expect, it } from 'vitest';
import { removeWorkspace } from '../erase/remove-workspace.ts';
import { readTeamNote } from '../notes/read-note.ts';
import { writeTeamNote } from '../notes/write-team-note.ts';
import { addMember, changeGroup } from '../team/members.ts';
import { setupTeam, type TestTeam } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { initTeam } from './migrate.ts';

const server = useServer();
const REAL = '@global/real.md';
const HERE = { isGroup: false, role: 'admin' } as const;

/** In addition to acme, whose Ann administers `@global`, there is globex with its administrator Zoe. */
async function setupTwo() {
  const team = await setupTeam(server());
  const again = (admin: string) =>
    initTeam(team.owner, { workspace: 'globex', admin, login: 'app', signingKey: TEAM_KEY });
  await again('zoe');
  const globex = (name: string, groups: readonly string[] = []): ReturnType<TestTeam['as']> => ({
    ...team.as(name),
    principal: { name, groups } as { name: string },
    workspace: 'globex',
  });
  return { team, globex, again, [Symbol.asyncDispose]: () => team[Symbol.asyncDispose]() };
}

const write = (acting: ReturnType<TestTeam['as']>, text = 'Forged.\n', version = 1) =>
  writeTeamNote(REAL, Buffer.from(text), version, acting).then(
    (note) => note.path,
    ({ code }) => code,
  );

describe.skipIf(noServer !== null)(
  `who writes @global, on a real server${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('is nobody of another workspace, by the name of a person or of a group', async () => {
      await using two = await setupTwo();
      const { team, globex } = two;
      expect(await write(team.as('ann'), 'Shared.\n', 0)).toBe(REAL);
      for (const role of ['reader', 'admin'] as const) {
        await addMember(globex('zoe'), { ...HERE, principal: 'ann', role });
        expect(await write(globex('ann'))).toBe('TEAM_RIGHTS_MISSING');
      }
      await addMember(
        { ...team.as('ann'), workspace: '@global' },
        { ...HERE, principal: 'admins', isGroup: true },
      );
      await changeGroup(globex('zoe'), { group: 'admins', principal: 'zoe' }, 'add');
      expect(await write(globex('zoe'))).toBe('TEAM_RIGHTS_MISSING');
      expect(await write(globex('zoe', ['admins']))).toBe('TEAM_RIGHTS_MISSING');
      // A second `init` of globex, by its own administrator or another, does not change that.
      await two.again('ann');
      expect(await write(globex('ann'))).toBe('TEAM_RIGHTS_MISSING');
      expect(String(await readTeamNote(REAL, globex('ann')))).toBe('Shared.\n');
      // Membership in acme's group counts.
      await changeGroup(team.as('ann'), { group: 'admins', principal: 'ben' }, 'add');
      expect(await write(team.as('ben'), 'By Ben.\n')).toBe(REAL);
    });

    it('is somebody of the next workspace that says so, once the one that kept it is removed', async () => {
      await using two = await setupTwo();
      const { team, globex } = two;
      expect(await write(team.as('ann'), 'Shared.\n', 0)).toBe(REAL);
      await addMember(globex('zoe'), { ...HERE, principal: 'ann' });
      await removeWorkspace(team.owner, 'acme');
      for (const name of ['ann', 'zoe']) expect(await write(globex(name))).toBe('TEAM_RIGHTS_MISSING');
      await two.again('zoe');
      expect(await write(globex('ann'))).toBe('TEAM_RIGHTS_MISSING');
      expect(await write(globex('zoe'), 'By Zoe.\n')).toBe(REAL);
    });
  },
);
