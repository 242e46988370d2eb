import { describe, expect, it } from 'vitest';
import { eraseTeamNote } from '../erase/erase-team-note.ts';
import { eraseUser } from '../erase/erase-user.ts';
import { initTeam } from '../schema/migrate.ts';
import { setupTeam, WORKSPACE } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { openTeamNotes } from './open-team-notes.ts';
import { pushFolder } from './push-folder.ts';
import { writeTeamNote } from './write-team-note.ts';

const server = useServer();
const bytesOf = (text: string) => Buffer.from(text);

describe.skipIf(noServer !== null)(`the quota of a team${noServer === null ? '' : ` (${noServer})`}`, () => {
  it('holds what one person and what all write into a scope, and gives back what is erased', async () => {
    await using team = await setupTeam(server());
    const [ann, ben, eve] = [team.as('ann'), team.as('ben'), team.as('eve')];
    const allow = (quota: object) => initTeam(team.owner, { workspace: WORKSPACE, admin: 'ann', quota });
    const write = (who: typeof ben, path: string, text = `The line of ${path}.\n`, seen = 0) =>
      openTeamNotes(who).replaceNote(path, bytesOf(text), seen);
    await allow({ notes: 3, bytes: 1_000 });
    await write(ben, 'one.md');
    await write(ben, 'one.md', 'Another line.\n', 1);
    await write(ben, 'two.md');
    // Each version counts. A reader has her own scope, and the limit applies there too.
    await expect(write(ben, 'three.md')).rejects.toMatchObject({ code: 'TEAM_QUOTA' });
    await expect(write(eve, '@me/large.md', 'x'.repeat(1_001))).rejects.toMatchObject({ code: 'TEAM_QUOTA' });
    const folder = team.folder({ 'three.md': 'Three.\n', 'users/ben/own.md': 'His own.\n' });
    await expect(pushFolder({ ...ben, root: folder })).rejects.toMatchObject({ code: 'TEAM_QUOTA' });
    const paths = () =>
      server().psql('SELECT string_agg(path, $$ $$ ORDER BY path) FROM memora.head', team.database).trim();
    expect(paths()).toBe('one.md two.md');
    // Nobody else is affected by it, a note may be deleted, and erased notes no longer count.
    await write(ann, 'four.md');
    await writeTeamNote('two.md', null, 1, ben);
    await eraseTeamNote('one.md', { ...ann, folder: team.folder(), backupHorizon: null });
    await write(ben, 'three.md');
    await allow({ scopeNotes: 3 });
    await expect(write(ann, 'five.md')).rejects.toMatchObject({ code: 'TEAM_QUOTA' });
    await allow({ scopeNotes: 1_000 });
    await write(ann, 'five.md');
    await eraseUser(ann, 'ben');
    expect(
      server().psql('SELECT DISTINCT principal FROM memora.usage ORDER BY 1', team.database),
    ).not.toContain('ben');
  });
});
