import { readdirSync } from 'node:fs';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { describe, expect, it } from 'vitest';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { pushFolder } from '../notes/push-folder.ts';
import { readTeamNote } from '../notes/read-note.ts';
import { runWorkerOnce } from '../publish/run-worker.ts';
import { createFolderSweep } from '../publish/sweep-folders.ts';
import { ERASING } from '../schema/erasure-functions.ts';
import { readAudit } from '../team/audit.ts';
import { addUserScope, closeUserScope, listMembers, listScopes } from '../team/members.ts';
import { copyDatabase } from '../testing-fixtures/copy-database.ts';
import { openClient } from '../testing-fixtures/open-client.ts';
import { setupTeam, writeNote } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';
import { eraseUser } from './erase-user.ts';
import { digestOf } from './read-erasures.ts';
import { removeUserScope } from './remove-scope.ts';
import { listErasures, replayErasures } from './replay-erasures.ts';

const server = useServer();
const TEXT = 'Ben keeps 9100044173 euros.\n';

describe.skipIf(noServer !== null)(
  `a scope that is removed, on a real server${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('goes with its notes once it is closed, and its owner stays who they are and may begin another', async () => {
      await using team = await setupTeam(server());
      const [ann, ben] = [team.as('ann'), team.as('ben')];
      const own = team.folder({ 'shared.md': 'The hall has 3 doors.\n' });
      writeNote(own, 'users/ben/salary.md', TEXT);
      await pushFolder({ ...ben, root: own });
      const disk = team.folder();
      await runWorkerOnce({ ...ann, folder: disk });

      await expect(removeUserScope(team.as('eve'), 'ben')).rejects.toMatchObject({
        code: 'TEAM_RIGHTS_MISSING',
      });
      await expect(removeUserScope(ann, 'ben')).rejects.toMatchObject({ code: 'TEAM_SCOPE_OPEN' });
      expect(String(await readTeamNote('@me/salary.md', ben))).toBe(TEXT);
      await closeUserScope(ann, 'ben', true);
      expect(await removeUserScope(ann, 'ben')).toBe(1);
      expect(await removeUserScope(ann, 'ben')).toBeNull();
      expect((await listScopes(ann)).map(({ owner }) => owner)).not.toContain('ben');
      const dump = server().psql(
        `SELECT string_agg(query_to_xml(format('SELECT t::text FROM memora.%I t', relname), true, false, '')::text, ' ') FROM pg_class
       WHERE relnamespace = 'memora'::regnamespace AND relkind = 'r' AND relname <> 'audit'`,
        team.database,
      );
      for (const word of ['salary', '9100044173', Buffer.from('9100044173').toString('hex')])
        expect(dump).not.toContain(word);
      expect(await createFolderSweep(disk)(team)).toBe(1);
      expect(readdirSync(disk, { recursive: true }).join(' ')).not.toContain('salary');

      // Neither the membership nor the author's name on a note of the workspace was removed.
      expect((await listMembers(ann)).map(({ principal }) => principal)).toContain('ben');
      expect(
        server().psql("SELECT DISTINCT author FROM memora.version WHERE path = 'shared.md'", team.database),
      ).toBe('ben');
      const again = team.folder();
      writeNote(again, 'users/ben/salary.md', 'Ben keeps nothing.\n');
      expect(await pushFolder({ ...ben, root: again })).toMatchObject({ written: ['users/ben/salary.md'] });
      expect((await readAudit({ since: new Date(0) }, ann)).map(({ act }) => act)).toContain('scope remove');
    });

    it('goes at once where nothing was ever written into it', async () => {
      await using team = await setupTeam(server());
      const ann = team.as('ann');
      await addUserScope(ann, 'bne');
      expect(await removeUserScope(ann, 'bne')).toBe(0);
      expect(await addUserScope(ann, 'bne')).toBe(true);
    });

    it('goes again after a restore, and nothing of its person with it', async () => {
      await using team = await setupTeam(server());
      const [ann, ben] = [team.as('ann'), team.as('ben')];
      const open = (database: string) =>
        openPool(readAddress({ url: server().url(database, 'app'), from: 'flag', env: TEAM_ENV }), {
          connections: 2,
        });
      // A separate pool, closed before the copy, because a database with open connections can't be copied.
      const before = { source: open(team.database) };
      try {
        const own = team.folder();
        writeNote(own, 'users/ben/salary.md', TEXT);
        await pushFolder({ ...ben, ...before, root: own });
      } finally {
        await before.source.close();
      }
      const restored = await copyDatabase(server(), team.database);
      await closeUserScope(ann, 'ben', true);
      await removeUserScope(ann, 'ben');
      const kept = await listErasures(ann);
      expect(kept).toMatchObject([{ kind: 'user', path: null, content: null, anywhere: false }]);
      expect(await replayErasures(kept, ann)).toBe(0);
      const source = open(restored);
      await using _closed = { [Symbol.asyncDispose]: source.close };
      const annOfOld = { ...ann, source, database: restored };
      expect(await replayErasures(kept, annOfOld)).toBe(1);
      expect((await listMembers(annOfOld)).map(({ principal }) => principal)).toContain('ben');
      // Erasing the person is a separate operation, which this one does not include.
      await eraseUser(ann, 'ben');
      await replayErasures(await listErasures(ann), annOfOld);
      expect((await listMembers(annOfOld)).map(({ principal }) => principal)).not.toContain('ben');
    });

    it.each([
      ['two removals', ['remove', 'remove'], [false], true],
      ['a removal behind an erasure of the person', ['erase', 'remove'], [null], false],
      ['an erasure of the person behind a removal', ['remove', 'erase'], [false, null], false],
    ] as const)(
      'is kept as what happened to it where %s meet',
      async (_, [first, second], kept, isMember) => {
        await using team = await setupTeam(server());
        const ann = team.as('ann');
        const acts = { remove: () => removeUserScope(ann, 'ben'), erase: () => eraseUser(ann, 'ben') };
        const waiting = () =>
          server().alter(
            'SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()',
            team.database,
          );
        await using other = await openClient(server(), team.database);
        await other.query('BEGIN');
        await other.query('SELECT pg_advisory_xact_lock($1, $2)', [ERASING, await team.scope('user', 'ben')]);
        const under = [acts[first]()] as Promise<unknown>[];
        await expect.poll(waiting, { timeout: 30_000 }).toBe('1');
        under.push(acts[second]());
        await expect.poll(waiting, { timeout: 30_000 }).toBe('2');
        await other.query('COMMIT');
        expect((await Promise.allSettled(under)).map(({ status }) => status)).toEqual([
          'fulfilled',
          'fulfilled',
        ]);
        const erasures = await listErasures(ann);
        expect(erasures.map(({ owner }) => owner)).toEqual(kept.map(() => digestOf('ben')));
        expect(erasures.map(({ anywhere }) => anywhere)).toEqual(kept);
        expect((await listMembers(ann)).some(({ principal }) => principal === 'ben')).toBe(isMember);
      },
    );
  },
);
