import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transactionAs } from '../connect/transaction-as.ts';
import { setupTeam, type TestTeam, WORKSPACE, writeNote } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { promoteNote } from './promote-note.ts';
import { pullFolder } from './pull-folder.ts';
import { pushFolder } from './push-folder.ts';
import { writeTeamNote } from './write-team-note.ts';

const server = useServer();
let team: TestTeam;
const text = new TextEncoder().encode('The pump runs at 40 bar.\n');
/** Spellings that some file system treats as the folder of another scope. */
const PLANTED = [
  'global/esc.md',
  'users/ben/esc.md',
  'Global/esc.md',
  'USERS/ben/esc.md',
  'global./esc.md',
  'global /esc.md',
  'u\u017fers/ben/esc.md',
  '\uff47lobal/esc.md',
  '@me/esc.md/more.md',
  '\uff20me/esc.md',
];

beforeAll(async () => {
  if (noServer === null) team = await setupTeam(server());
}, 120_000);
afterAll(async () => team?.[Symbol.asyncDispose]());

const heads = () => server().psql('SELECT count(*) FROM memora.head', team.database);

describe.skipIf(noServer !== null)('a path of another scope', () => {
  it.each(PLANTED.filter((path) => !path.startsWith('@')))(
    '%s is refused to whoever writes it',
    async (path) => {
      for (const shown of [path, `@me/${path}`])
        await expect(writeTeamNote(shown, text, 0, team.as('ben'))).rejects.toMatchObject({
          code: 'NOTE_PATH_INVALID',
          message: expect.stringContaining(JSON.stringify(path)),
        });
      await expect(promoteNote(path, team.as('ben'))).rejects.toMatchObject({ code: 'NOTE_PATH_INVALID' });
      expect(heads()).toBe('0');
    },
  );

  it.each(PLANTED)('%s is refused by the database itself', async (path) => {
    const shared = await team.scope('workspace');
    for (const table of ['head', 'version'])
      await expect(
        transactionAs(
          team.source,
          { role: 'write', principal: { name: 'ben' }, workspace: WORKSPACE },
          (db) =>
            table === 'head'
              ? db.rows('INSERT INTO memora.head (scope, path, version) VALUES ($1, $2, 1)', [shared, path])
              : db.rows(
                  "INSERT INTO memora.version (scope, path, version, author, via) VALUES ($1, $2, 1, 'ben', 'x')",
                  [shared, path],
                ),
        ),
      ).rejects.toMatchObject({ code: 'NOTE_PATH_INVALID' });
  });

  it('is a path like any other where it only begins like one', async () => {
    for (const path of [
      'global.md',
      'users.md',
      'globalisation/a.md',
      'users-of-pumps/a.md',
      'ops/global/a.md',
    ])
      await expect(writeTeamNote(path, text, 0, team.as('ben'))).resolves.toMatchObject({ path });
  });
});

describe.skipIf(noServer !== null)('a push', () => {
  it('applies whole or not at all, and names the note that it may not write', async () => {
    const before = heads();
    const root = team.folder({
      'one.md': 'One.\n',
      'users/ben/mine.md': 'Mine.\n',
      'global/all.md': 'All.\n',
    });
    await expect(pushFolder({ ...team.as('ben'), root })).rejects.toMatchObject({
      code: 'TEAM_RIGHTS_MISSING',
      message: expect.stringContaining('"global/all.md"'),
    });
    expect(heads()).toBe(before);
  });

  it('writes nothing where a note of another scope moved between its look and its write', async () => {
    const root = team.folder({ 'two.md': 'Two.\n', 'users/ben/own.md': 'Own.\n' });
    const { source } = team;
    let isFirst = true;
    const slow = {
      ...source,
      withConnection: (async (work, options) => {
        // Somebody writes one of the notes between the survey and the write.
        if (!isFirst) await writeTeamNote('two.md', text, 0, team.as('ann')).catch(() => undefined);
        isFirst = false;
        return source.withConnection(work, options);
      }) as typeof source.withConnection,
    };
    const report = await pushFolder({ ...team.as('ben'), source: slow, root });
    expect([report.moved, report.written]).toEqual([['two.md'], []]);
    expect(server().psql("SELECT count(*) FROM memora.head WHERE path = 'own.md'", team.database)).toBe('0');
    await pullFolder({ ...team.as('ben'), root });
    expect((await pushFolder({ ...team.as('ben'), root })).written).toContain('users/ben/own.md');
    writeNote(root, 'three.md', 'Three.\n');
    expect((await pushFolder({ ...team.as('ben'), root })).written).toEqual(['three.md']);
  });
});
