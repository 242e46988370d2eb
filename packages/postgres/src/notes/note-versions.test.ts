import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setupTeam, type TestTeam } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { listNoteVersions, readNewestVersions, restoreNoteVersion } from './note-versions.ts';
import { readTeamNote } from './read-note.ts';
import { writeTeamNote } from './write-team-note.ts';

const server = useServer();
let team: TestTeam;
const text = (words: string) => new TextEncoder().encode(words);
beforeAll(async () => {
  if (noServer === null) team = await setupTeam(server());
}, 120_000);
afterAll(async () => team?.[Symbol.asyncDispose]());

describe.skipIf(noServer !== null)('the versions of a note', () => {
  it('say who wrote each of them, and an earlier one comes back as a new one', async () => {
    await writeTeamNote('pump.md', text('The pump runs at 40 bar.\n'), 0, team.as('ann'));
    await writeTeamNote('pump.md', text('The pump runs at 50 bar.\n'), 1, team.as('ben'));
    await writeTeamNote('pump.md', null, 2, team.as('ben'));
    const versions = await listNoteVersions('pump.md', team.as('eve'));
    expect(versions.map(({ version, author, isRemoval }) => [version, author, isRemoval])).toEqual([
      [3, 'ben', true],
      [2, 'ben', false],
      [1, 'ann', false],
    ]);
    const written = await restoreNoteVersion('pump.md', 1, team.as('ben'));
    expect(written.version).toBe(4);
    expect(String(await readTeamNote('pump.md', team.as('eve')))).toBe('The pump runs at 40 bar.\n');
    expect((await listNoteVersions('pump.md', team.as('eve')))[0]).toMatchObject({
      author: 'ben',
      via: 'restore',
    });
    await expect(restoreNoteVersion('pump.md', 2, team.as('eve'))).rejects.toMatchObject({
      code: 'TEAM_RIGHTS_MISSING',
    });
  });

  it('are those of one’s own notes and of shared ones: another’s look like those of none', async () => {
    await writeTeamNote('@me/mine.md', text('The salary is 91000.\n'), 0, team.as('ann'));
    const said = (asked: Promise<unknown>) => asked.then(String, ({ code, message }) => `${code} ${message}`);
    expect(await said(listNoteVersions('@me/mine.md', team.as('ben')))).toBe(
      (await said(listNoteVersions('@me/none.md', team.as('ben')))).replace('none', 'mine'),
    );
    await expect(restoreNoteVersion('@me/mine.md', 1, team.as('ben'))).rejects.toMatchObject({
      code: 'NOTE_NOT_FOUND',
    });
    await writeTeamNote('tank.md', text('The tank is red.\n'), 0, team.as('ben'));
    await writeTeamNote('gone.md', text('The gate is shut.\n'), 0, team.as('ben'));
    await writeTeamNote('gone.md', null, 1, team.as('ben'));
    const paths = ['@me/mine.md', 'users/ann/mine.md', 'tank.md', 'gone.md', 'none.md'];
    const newestAs = async (who: string) => [...(await readNewestVersions(paths, team.as(who)))];
    const tank = ['tank.md', { version: 1, author: 'ben', at: expect.anything() }];
    expect(await newestAs('eve')).toEqual([tank]);
    expect(await newestAs('ann')).toEqual([
      ['@me/mine.md', { version: 1, author: 'ann', at: expect.anything() }],
      tank,
    ]);
    await expect(newestAs('mallory')).resolves.toEqual([]);
  });
});
